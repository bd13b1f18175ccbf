import { type CommandOutput, MAX_ANSWER_BYTES, type Person, type Presence } from '@snug/protocol';
import { Rows } from '../commands/result-encoder.ts';
import type { Db } from '../db/schema.ts';
import { readPresences } from '../presence/presence-store.ts';
import { readPeople } from './person.ts';

/** How many are read at once: who does not fit is read in vain. */
const AT_ONCE = 128;
const BYTES = MAX_ANSWER_BYTES - 200;

interface Watched {
  person: Person | undefined;
  presence: Presence | undefined;
}

/** As many of these people as one answer holds, beginning with the one at `from`; `next` is the place of the first one left out. */
export async function readWatched(
  db: Db,
  uids: readonly string[],
  from: number,
): Promise<CommandOutput<'watch_people'>> {
  const watched = new Rows<Watched>(BYTES);
  for (let at = from; at < uids.length; at += AT_ONCE) {
    for (const row of await readSome(db, uids.slice(at, at + AT_ONCE)))
      if (!watched.add(row)) return answerOf(watched.rows, from + watched.rows.length);
  }
  return answerOf(watched.rows);
}

/** A row for each, in their order, whether or not anything is known. */
async function readSome(db: Db, uids: readonly string[]): Promise<Watched[]> {
  const people = new Map((await readPeople(db, uids)).map(person => [person.uid, person]));
  const presences = new Map((await readPresences(db, uids)).map(presence => [presence.uid, presence]));
  return uids.map(uid => ({ person: people.get(uid), presence: presences.get(uid) }));
}

function answerOf(rows: readonly Watched[], next?: number): CommandOutput<'watch_people'> {
  return {
    people: rows.map(({ person }) => person).filter(person => person !== undefined),
    presences: rows.map(({ presence }) => presence).filter(presence => presence !== undefined),
    ...(next !== undefined && { next }),
  };
}
