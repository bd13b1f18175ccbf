import { Store } from '@snug/client';
import type { Person } from '@snug/protocol';
import { useEffect } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { useStore } from '../../state/use-store.ts';

const UNKNOWN_PERSON = new Store<Person | undefined>(undefined);

export function usePersonById(uid: string): Person | undefined {
  const { people } = useChat();
  useEffect(() => people.watch(uid), [people, uid]);
  return useStore(people.getPerson(uid));
}

/** The newest copy of a person, kept up to date while mounted. `given` may be outdated. */
export function usePerson<Given extends Person | undefined>(given: Given): Given | Person {
  const { people } = useChat();
  const uid = given?.uid;
  useEffect(() => (uid === undefined ? undefined : people.watch(uid)), [people, uid]);
  const known = useStore(uid === undefined ? UNKNOWN_PERSON : people.getPerson(uid));
  return given && known && known.version > given.version ? known : given;
}
