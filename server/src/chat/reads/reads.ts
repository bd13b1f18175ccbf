import { CommandError, type CommandInput, type EventOf, type ReadState, selfTopic } from '@snug/protocol';
import type { Mutation, MutationContext, Publication } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { changeMembership } from '../../people/members/change-membership.ts';
import { hasMaxRooms } from '../../people/members/member-store.ts';
import { accessConversation } from '../messages/access.ts';
import { accessRoom, accessRooms } from '../rooms/access.ts';
import type { RoomAccess } from '../rooms/room-access-store.ts';
import {
  deleteCoveredCursors,
  lowerConversationCursors,
  raiseConversationCursor,
} from './conversation-cursor-store.ts';
import { listCursors, toKnownState } from './count-store.ts';
import { findCursor, moveCursorBack, raiseCursor, replaceMigratedCursor } from './read-store.ts';

/** The handler has compared the epoch. */
type SetRead = Omit<CommandInput<'set_read'>, 'epoch'>;
type SetReads = Omit<CommandInput<'set_reads'>, 'epoch'>;

/** Nothing is counted in a transaction: that would delay the changes of everyone. */
export interface MovedReads {
  /** By room, if nothing follows the cursor. */
  reads: Record<string, ReadState>;
  /** The other rooms. */
  uncounted: string[];
  /** Rooms whose cursor has moved. */
  moved: string[];
}

const setRead: Mutation<SetRead, MovedReads> = {
  lockKeys: () => [],

  async run(db, call, { roomId, back = false, conversation, ...move }) {
    const { role, seq: end } = await accessRoom(db, call, roomId);
    if (role === null) throw new CommandError('forbidden', 'Join this room first');
    const bounded = { ...move, seq: Math.min(move.seq, end), uid: call.uid, roomId };
    const moved = conversation === undefined ? undefined : await readOn(db, call, bounded, conversation);
    const isMoved = conversation === undefined ? await moveCursor(db, { ...bounded, end, back }) : moved;
    const output = await readMoved(db, call.uid, [roomId], isMoved ? [roomId] : []);
    return { output, publications: toPublications(call.uid, output, moved) };
  },
};

type MovedConversation = EventOf<'read_moved'>['conversation'];

/** Moves the cursor of a conversation. Undefined if nothing changes. */
async function readOn(
  db: Db,
  call: MutationContext,
  move: Omit<Move, 'end' | 'back'>,
  messageId: string,
): Promise<MovedConversation> {
  const rootId = await accessConversation(db, call, move.roomId, messageId);
  const isMoved = await raiseConversationCursor(db, { ...move, rootId }, call.now);
  return isMoved ? { rootId, seq: move.seq, version: move.version } : undefined;
}

async function readMoved(
  db: Db,
  uid: string,
  roomIds: readonly string[],
  moved: string[],
): Promise<MovedReads> {
  const reads: Record<string, ReadState> = {};
  const uncounted: string[] = [];
  for (const row of await listCursors(db, uid, roomIds)) {
    const known = toKnownState(row);
    if (known) reads[row.roomId] = known;
    else uncounted.push(row.roomId);
  }
  return { reads, uncounted, moved };
}

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
  const isMoved = await (back ? moveCursorBack(db, bounded) : raiseCursor(db, bounded));
  // Before they are lowered: the index has no cursors at 0.
  if (isMoved) await deleteCoveredCursors(db, move.uid, move.roomId, back ? bounded.seq : end);
  if (isMoved && back) await lowerConversationCursors(db, move.uid, move.roomId, bounded.seq);
  return isMoved;
}

const setReads: Mutation<SetReads, MovedReads> = {
  // A mark can make the person a member.
  lockKeys: (_call, { reads, marks }) => (marks ? Object.keys(reads).map(toRoomKey) : []),

  async run(db, call, { reads, marks = false }) {
    const roomIds = Object.keys(reads).toSorted();
    const access = await accessRooms(db, call, roomIds);
    const publications: Publication[] = [];
    const moved: string[] = [];
    for (const roomId of roomIds) {
      const [known, read] = [access.get(roomId), reads[roomId]];
      if (!known || !read) continue;
      if (marks) publications.push(...(await joinByMark(db, call, roomId, known)));
      const move = { ...read, uid: call.uid, roomId, end: known.seq, back: false };
      const isMoved = marks
        ? await importMark(db, move)
        : known.role !== null && (await moveCursor(db, move));
      if (isMoved) moved.push(roomId);
    }
    // A member without access is a bot, or has an access token for other rooms.
    const output = await readMoved(db, call.uid, [...access.keys()], moved);
    return { output, publications: [...publications, ...toPublications(call.uid, output)] };
  },
};

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

/** Without counts, a device waits for them or asks: see `UnreadCounts.readMoved`. */
function toPublications(
  uid: string,
  { reads, moved }: MovedReads,
  conversation?: MovedConversation,
): Publication[] {
  return moved.map(roomId => ({
    topic: selfTopic(uid),
    event: {
      type: 'read_moved',
      roomId,
      ...(reads[roomId] && { read: reads[roomId] }),
      ...(conversation && { conversation }),
    },
  }));
}

function toRoomKey(roomId: string): `room:${string}` {
  return `room:${roomId}`;
}

export const READ_MUTATIONS = { set_read: setRead, set_reads: setReads };
