import { Store } from '@snug/client';
import type { Person } from '@snug/protocol';
import { useEffect } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { useStore } from '../chat/use-store.ts';

const UNKNOWN_PERSON = new Store<Person | undefined>(undefined);

/** A person of whom nothing but the id is given; undefined until they are known. */
export function usePersonById(uid: string): Person | undefined {
  const { people } = useChat();
  useEffect(() => people.watch(uid), [people, uid]);
  return useStore(people.getPerson(uid));
}

/** A person as they are now, of whom the given copy may be an older one. Kept up to date while on screen. */
export function usePerson<Given extends Person | undefined>(given: Given): Given | Person {
  const { people } = useChat();
  const uid = given?.uid;
  useEffect(() => (uid === undefined ? undefined : people.watch(uid)), [people, uid]);
  const known = useStore(uid === undefined ? UNKNOWN_PERSON : people.getPerson(uid));
  return given && known && known.version > given.version ? known : given;
}
