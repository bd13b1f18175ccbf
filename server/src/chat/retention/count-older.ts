import type { CommandInput, CommandOutput } from '@snug/protocol';
import type { Actor } from '../../db/mutation.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { findSeqAt } from '../messages/history.ts';
import { accessScope } from './retention.ts';

const DAY_MS = 24 * 60 * 60_000;
const MAX_COUNTED_MESSAGES = 10_000;
const MAX_READ_ROOMS = 20_000;
const MAX_COUNTED_ROOMS = 100;
/** Of one room, if there are several. */
const MAX_COUNTED_MESSAGES_EACH = 500;

/** The newest ones before `seq`. */
const countBefore = prepared<
  [roomId: string, seq: number, limit: number],
  { count: number; first: number | null }
>(
  `select count(*) as "count", min("seq") as "first" from (
     select m."seq" as "seq" from "messages" m indexed by "messages_live"
     where m."roomId" = $1 and m."seq" < $2 and m."deletedAt" is null order by m."seq" desc limit $3
   ) as "newest"`,
);
const selectRoom = prepared<[roomId: string], CountedRoom>(
  `select "id", "seq", coalesce("trimmedBefore", 0) as "trimmedBefore" from "rooms" where "id" = $1`,
);
const selectRooms = prepared<[limit: number], CountedRoom>(
  `select "id", "seq", coalesce("trimmedBefore", 0) as "trimmedBefore" from "rooms"
   where "deletedAt" is null order by "id" limit $1`,
);

interface CountedRoom {
  id: string;
  seq: number;
  trimmedBefore: number;
}

type Count = CommandOutput<'count_older'>;

/** Throws `not_found` and `forbidden`. */
export async function countOlder(
  db: Db,
  actor: Actor,
  { roomId, days }: CommandInput<'count_older'>,
): Promise<Count> {
  await accessScope(db, actor, roomId);
  const at = actor.now - days * DAY_MS;
  if (roomId === undefined) return countInAll(db, at);
  const [room] = await selectRoom(db, roomId);
  return room ? countIn(db, room, at, MAX_COUNTED_MESSAGES) : { count: 0, approximate: false };
}

/** Above the limit, the other messages are taken to be as dense in the log as the counted ones. */
async function countIn(
  db: Db,
  { id, seq, trimmedBefore }: CountedRoom,
  at: number,
  limit: number,
): Promise<Count> {
  const end = (await findSeqAt(db, id, at, seq)) ?? seq + 1;
  const [counted] = await countBefore(db, id, end, limit);
  const { count = 0, first = null } = counted ?? {};
  if (first === null || count < limit) return { count, approximate: false };
  const density = count / (end - first);
  return {
    count: count + Math.round(density * Math.max(0, first - Math.max(1, trimmedBefore))),
    approximate: true,
  };
}

/** Counts in the longest logs, and in some of the others, whose share of messages stands for that of all others. */
async function countInAll(db: Db, at: number): Promise<Count> {
  const rooms = (await selectRooms(db, MAX_READ_ROOMS)).toSorted((a, b) => b.seq - a.seq);
  const half = MAX_COUNTED_ROOMS / 2;
  const longest = rooms.slice(0, half);
  const others = rooms.slice(half);
  const step = Math.max(1, Math.ceil(others.length / half));
  const sample = others.filter((_, index) => index % step === 0);
  const counts = async (some: readonly CountedRoom[]) => {
    const all: Count[] = [];
    for (const room of some) all.push(await countIn(db, room, at, MAX_COUNTED_MESSAGES_EACH));
    return {
      count: all.reduce((sum, { count }) => sum + count, 0),
      approximate: all.some(one => one.approximate),
    };
  };
  const [inLongest, inSample] = [await counts(longest), await counts(sample)];
  const scale = sumSeqs(sample) === 0 ? 0 : sumSeqs(others) / sumSeqs(sample);
  return {
    count: inLongest.count + Math.round(inSample.count * scale),
    approximate:
      inLongest.approximate ||
      inSample.approximate ||
      sample.length < others.length ||
      rooms.length === MAX_READ_ROOMS,
  };
}

function sumSeqs(rooms: readonly CountedRoom[]): number {
  return rooms.reduce((sum, { seq }) => sum + seq, 0);
}
