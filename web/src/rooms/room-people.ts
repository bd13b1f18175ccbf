import type { RoomPeopleView } from '@snug/client';

export interface RoomPerson {
  uid: string;
  isAdmin: boolean;
  isViewing: boolean;
}

/** All known people of a room, each once: its admins, its viewers, then its writers, the latest first. */
export function listRoomPeople(view: RoomPeopleView, admins: readonly string[]): RoomPerson[] {
  const viewers = new Set(view.viewers);
  const isAdmin = new Set(admins);
  const viewingAdmins = admins.filter(uid => viewers.has(uid));
  const uids = new Set([...viewingAdmins, ...admins, ...view.viewers, ...view.writers]);
  return Array.from(uids, uid => ({ uid, isAdmin: isAdmin.has(uid), isViewing: viewers.has(uid) }));
}

/** The minimum number of unlisted people. The view lists only some viewers and writers, but has their total counts. */
export function countMorePeople({ viewers, viewerCount, writers, writerCount }: RoomPeopleView): number {
  return Math.max(viewerCount - viewers.length, writerCount - writers.length, 0);
}

/** Whether each word of the query begins a word of the name. Ignores case and accents. */
export function matchesName(name: string, query: string): boolean {
  const words = normalizeWords(name);
  return normalizeWords(query).every(start => words.some(word => word.startsWith(start)));
}

function normalizeWords(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase();
  return plain.split(/[\s\p{Punctuation}]+/u).filter(word => word !== '');
}
