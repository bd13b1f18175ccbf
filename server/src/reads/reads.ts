import {
  CommandError,
  type CommandInput,
  type CommandOutput,
  type ReadState,
  selfTopic,
} from '@snug/protocol';
import { accessRoom, accessRooms } from '../access.ts';
import type { Mutation, MutationContext, Publication } from '../db/mutation.ts';
import type { Db } from '../db/schema.ts';
import { changeMembership } from '../rooms/change-membership.ts';
import { hasMaxRooms } from '../rooms/member-store.ts';
import type { RoomAccess } from '../rooms/room-access-store.ts';
import {
  findCursor,
  MAX_EXAMINED,
  moveCursorBack,
  raiseCursor,
  readReadStates,
  replaceMigratedCursor,
} from './read-store.ts';

/** The handler has compared the epoch. */
type SetRead = Omit<CommandInput<'set_read'>, 'epoch'>;
type SetReads = Omit<CommandInput<'set_reads'>, 'epoch'>;

const setRead: Mutation<SetRead, CommandOutput<'set_read'>> = {
  lockKeys: () => [],

  async run(db, call, { roomId, back = false, ...move }) {
    const { role, seq: end } = await accessRoom(db, call, roomId);
    if (role === null) throw new CommandError('forbidden', 'Join this room first');
    const isMoved = await moveCursor(db, { ...move, uid: call.uid, roomId, end, back });
    const reads = await readReadStates(db, call.uid, [roomId]);
    const read = reads.get(roomId);
    if (!read) throw new CommandError('not_found');
    return { output: { read }, publications: isMoved ? toPublications(call.uid, reads) : [] };
  },
};

interface Move {
  uid: string;
  roomId: string;
  seq: number;
  version: number;
  /** The position of the log. */
  end: number;
  back: boolean;
}

/** False if nothing changes. */
async function moveCursor(db: Db, { end, back, ...move }: Move): Promise<boolean> {
  const bounded = { ...move, seq: Math.min(move.seq, end) };
  // A member without a row has read everything, and knows version 0.
  if (move.version !== 0 && !(await findCursor(db, move.uid, move.roomId))) return false;
  return back ? moveCursorBack(db, bounded) : raiseCursor(db, bounded);
}

interface MovedReads extends CommandOutput<'set_reads'> {
  /** Rooms for another run, because the writer would count for too long. At least one room is not among them. */
  rest: string[];
}

const setReads: Mutation<SetReads, MovedReads> = {
  // A mark can make the person a member.
  lockKeys: (_call, { reads, marks }) => (marks ? Object.keys(reads).map(toRoomKey) : []),

  async run(db, call, { reads, marks = false }) {
    const roomIds = Object.keys(reads).toSorted();
    const access = await accessRooms(db, call, roomIds);
    const publications: Publication[] = [];
    const moved: string[] = [];
    const counted = new Set<string>();
    let examined = 0;
    for (const roomId of roomIds) {
      if (examined >= MAX_EXAMINED) break;
      counted.add(roomId);
      const [known, read] = [access.get(roomId), reads[roomId]];
      if (!known || !read) continue;
      if (marks) publications.push(...(await joinByMark(db, call, roomId, known)));
      const move = { ...read, uid: call.uid, roomId, end: known.seq, back: false };
      const isMoved = marks
        ? await importMark(db, move)
        : known.role !== null && (await moveCursor(db, move));
      if (isMoved) moved.push(roomId);
      examined += await countExamined(db, call.uid, roomId, known.seq);
    }
    // A member without access is a bot, or has an access token for other rooms.
    const readable = [...access.keys()].filter(roomId => counted.has(roomId));
    const states = await readReadStates(db, call.uid, readable);
    const changed = new Map([...states].filter(([roomId]) => moved.includes(roomId)));
    return {
      output: {
        reads: Object.fromEntries(states),
        rest: roomIds.filter(roomId => !counted.has(roomId)),
      },
      publications: [...publications, ...toPublications(call.uid, changed)],
    };
  },
};

/** At most how many messages `readReadStates` examines in the room, whose log is at `end`. */
async function countExamined(db: Db, uid: string, roomId: string, end: number): Promise<number> {
  const cursor = await findCursor(db, uid, roomId);
  return cursor ? Math.min(MAX_EXAMINED, end - cursor.seq) : 0;
}

/** A person who read an open room with an earlier release follows it, unless they left it. */
async function joinByMark(
  db: Db,
  call: MutationContext,
  roomId: string,
  { kind, role, version, archivedAt }: RoomAccess,
): Promise<Publication[]> {
  const isNew = role === null && version === null && kind === 'open' && archivedAt === null;
  if (!isNew || (await hasMaxRooms(db, call.uid))) return [];
  return [await changeMembership(db, call, roomId, call.uid, { role: 'member' }, { isMigrated: true })];
}

async function importMark(db: Db, { uid, roomId, seq, end }: Move): Promise<boolean> {
  const cursor = await findCursor(db, uid, roomId);
  if (!cursor) return false;
  const bounded = Math.min(seq, end);
  if (cursor.migrated !== null) return replaceMigratedCursor(db, uid, roomId, bounded);
  return raiseCursor(db, { uid, roomId, seq: bounded, version: cursor.version });
}

function toPublications(uid: string, reads: ReadonlyMap<string, ReadState>): Publication[] {
  return [...reads].map(([roomId, read]) => ({
    topic: selfTopic(uid),
    event: { type: 'read_moved', roomId, read },
  }));
}

function toRoomKey(roomId: string): `room:${string}` {
  return `room:${roomId}`;
}

export const READ_MUTATIONS = { set_read: setRead, set_reads: setReads };
