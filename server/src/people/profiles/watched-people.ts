import { type CommandOutput, MAX_RESULT_BYTES, type Person, type Presence } from '@snug/protocol';
import type { Actor } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { BoundedRows } from '../../limits/bounded-rows.ts';
import { readShownPresences } from '../status/shown-presence.ts';
import { filterKnown, type Viewer } from './access.ts';
import { readPeopleByUid } from './person.ts';

/** Rows per query: those that do not fit are read for nothing. */
const PEOPLE_PER_READ = 128;
const MAX_PAGE_BYTES = MAX_RESULT_BYTES - 200;

interface WatchedPerson {
  person: Person | undefined;
  presence: Presence | undefined;
}

/** As many people as fit into one result, from the index `from` on. `next`: the index of the first one left out. */
export async function readWatchedPeople(
  db: Db,
  viewer: Viewer & Pick<Actor, 'now'>,
  uids: readonly string[],
  from: number,
): Promise<CommandOutput<'watch_people'>> {
  const watched = new BoundedRows<WatchedPerson>(MAX_PAGE_BYTES);
  for (let at = from; at < uids.length; at += PEOPLE_PER_READ) {
    for (const row of await readBatch(db, viewer, uids.slice(at, at + PEOPLE_PER_READ)))
      if (!watched.add(row)) return toResult(watched.rows, from + watched.rows.length);
  }
  return toResult(watched.rows);
}

/** One row for each id, in the same order, also for unknown people. */
async function readBatch(
  db: Db,
  viewer: Viewer & Pick<Actor, 'now'>,
  uids: readonly string[],
): Promise<WatchedPerson[]> {
  const known = await filterKnown(db, viewer, uids);
  const people = await readPeopleByUid(db, known);
  const presences = await readShownPresences(db, known, viewer.now);
  return uids.map(uid => ({ person: people.get(uid), presence: presences.get(uid) }));
}

function toResult(rows: readonly WatchedPerson[], next?: number): CommandOutput<'watch_people'> {
  return {
    people: rows.map(({ person }) => person).filter(person => person !== undefined),
    presences: rows.map(({ presence }) => presence).filter(presence => presence !== undefined),
    ...(next !== undefined && { next }),
  };
}
