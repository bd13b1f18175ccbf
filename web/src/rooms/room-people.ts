import type { RoomPeopleView } from '@snug/client';

export interface RoomPerson {
  uid: string;
  isAdmin: boolean;
  isHere: boolean;
}

/** Everyone of a room who is known, each once: its admins, who is here, then who wrote, whoever did last first. */
export function peopleOfRoom(view: RoomPeopleView, admins: readonly string[]): RoomPerson[] {
  const here = new Set(view.here);
  const isAdmin = new Set(admins);
  const adminsHere = admins.filter(uid => here.has(uid));
  const uids = new Set([...adminsHere, ...admins, ...view.here, ...view.writers]);
  return Array.from(uids, uid => ({ uid, isAdmin: isAdmin.has(uid), isHere: here.has(uid) }));
}

/** How many more there are at least: each part names some of those whom it counts. */
export function morePeople({ here, hereCount, writers, writerCount }: RoomPeopleView): number {
  return Math.max(hereCount - here.length, writerCount - writers.length, 0);
}

/** Whether each word that is searched for begins a word of the name, whatever its case and its accents. */
export function isNamed(name: string, wanted: string): boolean {
  const words = wordsOf(name);
  return wordsOf(wanted).every(start => words.some(word => word.startsWith(start)));
}

function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase();
  return plain.split(/[\s\p{Punctuation}]+/u).filter(word => word !== '');
}
