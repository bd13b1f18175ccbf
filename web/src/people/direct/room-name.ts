import type { ListedRoom, Person } from '@snug/protocol';
import { useCallback, useSyncExternalStore } from 'react';
import { useChat, useMe } from '../../state/chat-context.ts';
import { compareTexts } from '../../strings/compare-texts.ts';
import { strings } from '../../strings/strings.ts';
import { getFirstName } from '../profiles/names.ts';

export type NamedRoom = Pick<ListedRoom, 'name' | 'people'>;

/** The people of a direct room replace its name. `me`: the id of the reader. */
export function getRoomName({ name, people }: NamedRoom, me: string): string {
  if (!people) return name;
  const others = listOthers(people, me);
  const [one, other] = others.map(person => getFirstName(person.name));
  if (one === undefined) return strings.rooms.notes;
  if (other === undefined) return others[0]?.name ?? '';
  if (others.length === 2) return strings.rooms.twoPeople(one, other);
  return strings.rooms.morePeople(one, other, others.length - 2);
}

/** The people of a direct room besides the reader, in an order that does not depend on the server. */
export function listOthers(people: readonly Person[], me: string): Person[] {
  const others = people.filter(({ uid }) => uid !== me);
  return others.toSorted((a, b) => compareTexts(a.name, b.name) || compareTexts(a.uid, b.uid));
}

/** Follows the names of the people of a direct room. */
export function useRoomName<Room extends NamedRoom | undefined>(
  room: Room,
): Room extends undefined ? string | undefined : string;
export function useRoomName(room: NamedRoom | undefined): string | undefined {
  const chat = useChat();
  const me = useMe().uid;
  const people = room?.people;
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = people?.map(({ uid }) => chat.people.getPerson(uid).subscribe(listener)) ?? [];
      return () => {
        for (const stop of stops) stop();
      };
    },
    [chat, people],
  );
  return useSyncExternalStore(subscribe, () => {
    if (!people) return room?.name;
    const newest = people.map(person => chat.people.getPerson(person.uid).get() ?? person);
    return getRoomName({ name: '', people: newest }, me);
  });
}
