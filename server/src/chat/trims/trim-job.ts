import type { JobDefinition } from '../../cluster/jobs/job-runner.ts';
import { SYSTEM_CALLER } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import type { MutationWriter } from '../../db/writer.ts';
import type { FileRemoval } from '../../files/removal.ts';
import { findErasing, findNextTime, listRoomsAfter, losesPins, type TrimmedRoom } from './trim-store.ts';
import type { TRIM_MUTATIONS, TrimLimit } from './trims.ts';

const INTERVAL_MS = 10 * 60_000;
/** Whose first message a step looks at. */
const ROOMS_PER_STEP = 100;

/** Each step of a job writes its cursor. */
const PARTS_PER_STEP = 20;

/** The cursor of the part that erases, which ends the one that looks for rooms to trim. */
const ERASURE = 'erase:';

/** The rules that are in force. */
export interface TrimRules {
  /** Without any, no room is looked at. */
  hasAny: () => Promise<boolean>;
  /** `now`: ms since 1970. Undefined if the room keeps everything. */
  getLimit: (room: Pick<TrimmedRoom, 'id' | 'kind'>, now: number) => Promise<TrimLimit | undefined>;
  /** Whether everything of the room must stay in the database. */
  isHeld: (roomId: string) => Promise<boolean>;
}

export interface TrimJobOptions {
  rules: TrimRules;
  read: Db;
  writer: MutationWriter<typeof TRIM_MUTATIONS>;
  removal: Pick<FileRemoval, 'removeAll'>;
  now: () => number;
  /** Leaves the database to others between two parts. */
  rest: () => Promise<void>;
}

/**
 * Trims the rooms whose first message is older than their rule, and erases what is trimmed. The cursor is the last room that was looked at;
 * then, with `ERASURE`, the last one that was erased.
 */
export function createTrimJob(options: TrimJobOptions): JobDefinition {
  return {
    kind: 'room_trim',
    intervalMs: INTERVAL_MS,
    step: async (cursor = '') =>
      cursor.startsWith(ERASURE)
        ? eraseSome(options, cursor.slice(ERASURE.length))
        : trimSome(options, cursor),
  };
}

async function trimSome(options: TrimJobOptions, after: string): Promise<string> {
  const { read, writer, rules, now } = options;
  if (!(await rules.hasAny())) return ERASURE;
  const rooms = await listRoomsAfter(read, after, ROOMS_PER_STEP);
  for (const room of rooms) {
    const limit = await rules.getLimit(room, now());
    // The mutation decides under the room's lock. Most rooms need none.
    if (limit && (await isDue(read, room, limit)))
      await writer.write('trim_room', SYSTEM_CALLER, { roomId: room.id, ...limit });
  }
  return rooms.length === ROOMS_PER_STEP ? (rooms.at(-1)?.id ?? ERASURE) : ERASURE;
}

async function isDue(read: Db, room: TrimmedRoom, limit: TrimLimit): Promise<boolean> {
  if (room.trimErasing !== null) return false;
  if (await losesPins(read, room, limit)) return true;
  const first = await findNextTime(read, room.id, room.trimmedBefore ?? 0);
  return first !== undefined && first.createdAt < limit.before;
}

async function eraseSome(
  { read, writer, rules, removal, rest }: TrimJobOptions,
  after: string,
): Promise<string | undefined> {
  const room = await findErasing(read, after);
  if (!room) return undefined;
  // Its messages stay in the database, where nobody reads them.
  if (await rules.isHeld(room.id)) return ERASURE + room.id;
  for (let part = 0; part < PARTS_PER_STEP; part++) {
    const { hasMore, files } = await writer.write('erase_trimmed', SYSTEM_CALLER, { roomId: room.id });
    await removal.removeAll(files);
    await rest();
    if (!hasMore) return ERASURE + room.id;
  }
  return ERASURE + after;
}
