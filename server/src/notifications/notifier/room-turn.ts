import type { Clock } from '../../base/clock.ts';
import { readPosition } from '../../chat/rooms/room-access-store.ts';
import type { Db } from '../../db/schema.ts';
import { listEverything } from '../../people/members/room-level.ts';
import {
  type CallingMessage,
  hasAnyDevice,
  listCallingMessages,
  listFollowers,
  listMembers,
  listMentionedMembers,
  selectPeopleWithDevice,
} from './call-store.ts';
import { findPushRoom } from './push-room-store.ts';
import type { RestQueue } from './rest-queue.ts';
import type { RoomPusher } from './room-pusher.ts';
import type { WordWatchers } from './word-watchers.ts';

/** Messages that share one look for the people whom they call. */
const MESSAGES_PER_STEP = 200;
const PEOPLE_PER_PAGE = 200;
/**
 * Rights and cursors are read again for each slice, so that nobody is called long after they lost or read a message. The connections to one
 * push service take a slice in two rounds.
 */
const PEOPLE_PER_SLICE = 16;
/** A turn calls so many people without a rest. Then it is large. */
const PEOPLE_WITHOUT_REST = 32;

export interface RoomTurnOptions {
  read: Db;
  now: () => number;
  pusher: Pick<RoomPusher, 'call'>;
  words: Pick<WordWatchers, 'find'>;
  clock: Pick<Clock, 'defer'>;
  /** Of large turns. */
  rests: Pick<RestQueue, 'rest'>;
  onLarge: (room: TurnRoom) => void;
  /** How long an active person has to read a message without a push, in ms. */
  holdMs: number;
  /** Before each slice. False if another process may call the people of the room. */
  keepLease: (room: TurnRoom) => Promise<boolean>;
}

interface Held {
  /** The position before the first message that waits for this person. */
  from: number;
  dueAt: number;
}

/** How far a room has called people. */
export interface TurnRoom {
  readonly roomId: string;
  /** Everyone has been looked for up to here. */
  seq: number;
  /** Those who get a push later, unless they read before. */
  readonly held: Map<string, Held>;
  /** Positions that the room had, with their times, in order. */
  readonly heads: { seq: number; at: number }[];
}

export function createTurnRoom(roomId: string, seq: number): TurnRoom {
  return { roomId, seq, held: new Map(), heads: [] };
}

/** After a kill, another process begins here. */
export function getStoredSeq({ seq, held }: TurnRoom): number {
  return [...held.values()].reduce((least, { from }) => Math.min(least, from), seq);
}

/** When somebody is due, in ms since 1970. */
export function getNextDue({ held }: TurnRoom): number | undefined {
  const due = [...held.values()].map(({ dueAt }) => dueAt);
  return due.length > 0 ? due.reduce((first, at) => Math.min(first, at)) : undefined;
}

/** Calls people for the new messages of a room, and those who are due. False if the lease has ended. */
export async function runRoomTurn(options: RoomTurnOptions, room: TurnRoom): Promise<boolean> {
  const { read, now } = options;
  const end = (await readPosition(read, room.roomId))?.seq ?? 0;
  const pace = { called: 0, mentionedTo: 0 };
  if (!(await hasAnyDevice(read))) room.seq = end;
  while (room.seq < end) {
    const from = room.seq;
    const messages = await listCallingMessages(read, room.roomId, from, end, MESSAGES_PER_STEP);
    const to = messages.length === MESSAGES_PER_STEP ? (messages.at(-1)?.seq ?? end) : end;
    for (const { seq, createdAt } of messages) room.heads.push({ seq, at: createdAt });
    if (!(await callAll(options, room, { messages, from, to }, pace))) return false;
    room.seq = to;
  }
  const due = [...room.held].flatMap(([uid, { dueAt }]) => (dueAt <= now() ? [uid] : []));
  const isOwned = await callSome(options, room, due, { from: room.seq, to: room.seq }, pace);
  forgetHeads(room, now() - options.holdMs);
  return isOwned;
}

interface Step {
  from: number;
  to: number;
}

interface Pace {
  /** People whom the turn has looked at. */
  called: number;
  /** Up to here, a large turn has looked for mentions that came meanwhile. */
  mentionedTo: number;
}

async function callAll(
  options: RoomTurnOptions,
  room: TurnRoom,
  { messages, from, to }: Step & { messages: readonly CallingMessage[] },
  pace: Pace,
): Promise<boolean> {
  if (messages.length === 0) return true;
  const called = new Set<string>();
  // Those who are mentioned come first, and without rests: many mentions in a row would wait for their own rests.
  let ownPace: Pace = { called: Number.NEGATIVE_INFINITY, mentionedTo: 0 };
  for await (const uids of listCandidates(options, room.roomId, { messages, from, to })) {
    const isNew = uids.filter(uid => !called.has(uid));
    for (const uid of isNew) called.add(uid);
    const withDevice = await selectPeopleWithDevice(options.read, isNew);
    if (!(await callSome(options, room, withDevice, { from, to }, ownPace))) return false;
    ownPace = pace;
  }
  return true;
}

async function callSome(
  options: RoomTurnOptions,
  room: TurnRoom,
  uids: readonly string[],
  step: Step,
  pace: Pace,
): Promise<boolean> {
  const { clock, rests, onLarge, keepLease } = options;
  const isLarge = () => pace.called >= PEOPLE_WITHOUT_REST;
  const rest = () => (isLarge() ? rests.rest() : yieldTurn(clock));
  for (let index = 0; index < uids.length; index += PEOPLE_PER_SLICE) {
    if (!(await keepLease(room))) return false;
    const slice = uids.slice(index, index + PEOPLE_PER_SLICE);
    await callSlice(options, room, slice, step, rest);
    const wasLarge = isLarge();
    pace.called += slice.length;
    if (wasLarge) await callMentioned(options, room, step, pace);
    else if (isLarge()) onLarge(room);
  }
  return true;
}

/** A large turn takes seconds. Those who are mentioned meanwhile are called first, and nobody twice: they have a push by then. */
async function callMentioned(
  options: RoomTurnOptions,
  room: TurnRoom,
  { from, to }: Step,
  pace: Pace,
): Promise<void> {
  const { read, clock } = options;
  const after = Math.max(to, pace.mentionedTo);
  const end = (await readPosition(read, room.roomId))?.seq ?? 0;
  if (end <= after) return;
  pace.mentionedTo = end;
  const mentioned = await listMentionedMembers(read, room.roomId, after, end);
  const uids = await selectPeopleWithDevice(read, [...new Set(mentioned)]);
  for (let index = 0; index < uids.length; index += PEOPLE_PER_SLICE)
    await callSlice(options, room, uids.slice(index, index + PEOPLE_PER_SLICE), { from, to: end }, () =>
      yieldTurn(clock),
    );
}

async function callSlice(
  { pusher, now, holdMs }: RoomTurnOptions,
  room: TurnRoom,
  uids: readonly string[],
  { from, to }: Step,
  rest: () => Promise<void>,
): Promise<void> {
  const heldEnd = getHeldEnd(room, now() - holdMs);
  const people = uids.map(uid => ({ uid, from: room.held.get(uid)?.from ?? from }));
  const waiting = await pusher.call({ roomId: room.roomId, people, end: to, heldEnd, rest });
  const dueAt = getHeldDue(room, heldEnd, now(), holdMs);
  for (const { uid, from: start } of people) hold(room, uid, waiting.get(uid), { from: start, dueAt });
}

function yieldTurn({ defer }: RoomTurnOptions['clock']): Promise<void> {
  return new Promise(resolve => defer(resolve));
}

function hold({ held }: TurnRoom, uid: string, waits: number | 'held' | undefined, step: Held): void {
  if (waits === undefined) return void held.delete(uid);
  held.set(uid, { ...step, ...(waits !== 'held' && { dueAt: waits }) });
}

/** The newest message that is old enough for active people. */
function getHeldEnd({ heads }: TurnRoom, before: number): number {
  return heads.findLast(({ at }) => at <= before)?.seq ?? 0;
}

/** When the next message is. */
function getHeldDue({ heads }: TurnRoom, heldEnd: number, now: number, holdMs: number): number {
  const next = heads.find(({ seq }) => seq > heldEnd);
  return Math.max(now + 1, (next?.at ?? now) + holdMs);
}

/** All but the newest of those that are old enough. */
function forgetHeads({ heads }: TurnRoom, before: number): void {
  const last = heads.findLastIndex(({ at }) => at <= before);
  if (last > 0) heads.splice(0, last);
}

/** Pages of people whom the messages may call. A person can be on several. */
async function* listCandidates(
  { read, words }: RoomTurnOptions,
  roomId: string,
  { messages, from, to }: Step & { messages: readonly CallingMessage[] },
): AsyncGenerator<string[]> {
  yield await listMentionedMembers(read, roomId, from, to);
  const isDirect = (await findPushRoom(read, roomId))?.kind === 'direct';
  if (isDirect || messages.some(({ mentionsRoom }) => mentionsRoom !== null)) {
    yield* listPages(after => listMembers(read, roomId, after, PEOPLE_PER_PAGE));
    return;
  }
  for (const rootId of new Set(messages.flatMap(({ rootId }) => rootId ?? [])))
    yield* listPages(after => listFollowers(read, roomId, rootId, after, PEOPLE_PER_PAGE));
  yield* listPages(after => listEverything(read, roomId, after, PEOPLE_PER_PAGE));
  yield await words.find(messages.flatMap(({ text }) => text ?? []));
}

async function* listPages(readPage: (after: string) => Promise<string[]>): AsyncGenerator<string[]> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const uids: string[] = await readPage(after);
    yield uids;
    after = uids.length === PEOPLE_PER_PAGE ? uids.at(-1) : undefined;
  }
}
