import {
  CommandError,
  type CommandInput,
  type CommandOutput,
  daysAt,
  type Room,
  roomTopic,
} from '@snug/protocol';
import { requireFound } from '../../base/require-found.ts';
import type { Actor, LockKey, Mutation, MutationContext, Publication } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { accessWorkspace } from '../../workspace/access.ts';
import { recordAudit } from '../../workspace/audit/record-audit.ts';
import {
  findRetention,
  presentRetention,
  type RetentionRow,
  storeRetention,
  WORKSPACE,
} from '../../workspace/retention/retention-store.ts';
import {
  announceToGuests,
  announceToMembers,
  assertVersion,
  type FixedSettings,
  SETTINGS_LOCK,
} from '../../workspace/settings/settings.ts';
import { accessModeratedRoom } from '../rooms/access.ts';
import { appendToLog } from '../rooms/room-store.ts';
import { hasSameRule, NO_RULE, type Rule, scheduleRule, takeBack } from './schedule-rule.ts';

type Input<Name extends 'set_retention' | 'undo_retention'> = CommandInput<Name> & { fixed: FixedSettings };

/** The rule of the room, or of the workspace without one. */
export const setRetention: Mutation<Input<'set_retention'>, CommandOutput<'set_retention'>> = {
  lockKeys: listLocks,

  async run(db, call, { roomId, days, keepsPins, version, fixed }) {
    const room = await accessScope(db, call, roomId);
    if (!room && keepsPins !== undefined)
      throw new CommandError('invalid_input', 'keepsPins: only a room has it');
    if (room && days !== null) await assertNotLonger(db, days, call.now);
    const known = await readRule(db, roomId);
    const next = scheduleRule(known, { days, keepsPins }, call.now);
    if (hasSameRule(known, next)) return { output: { retention: presentRetention(known) }, publications: [] };
    assertVersion(known.version, version);
    return change(db, call, { action: 'change_retention', room, known, next, fixed });
  },
};

export const undoRetention: Mutation<Input<'undo_retention'>, CommandOutput<'undo_retention'>> = {
  lockKeys: listLocks,

  async run(db, call, { roomId, version, fixed }) {
    const room = await accessScope(db, call, roomId);
    const known = await readRule(db, roomId);
    const next = takeBack(known, call.now);
    if (next) assertVersion(known.version, version);
    else if (known.version === version)
      throw new CommandError('stale', 'This rule has begun already. Set a longer one.');
    if (!next) return { output: { retention: presentRetention(known) }, publications: [] };
    return change(db, call, { action: 'undo_retention', room, known, next, fixed });
  },
};

export const RETENTION_MUTATIONS = { set_retention: setRetention, undo_retention: undoRetention };

function listLocks({ uid }: { uid: string }, { roomId }: { roomId?: string | undefined }): LockKey[] {
  return roomId === undefined ? [SETTINGS_LOCK, `person:${uid}`] : [`room:${roomId}`];
}

/** Returns the room, or undefined for the workspace. Throws `not_found` and `forbidden`. */
export async function accessScope(
  db: Db,
  actor: Actor,
  roomId: string | undefined,
): Promise<Room | undefined> {
  if (roomId === undefined) {
    await accessWorkspace(db, actor);
    return undefined;
  }
  const { room } = await accessModeratedRoom(db, actor, roomId);
  if (room.kind === 'direct')
    throw new CommandError('forbidden', 'In direct messages, the rule of the workspace counts');
  return room;
}

async function readRule(db: Db, roomId = WORKSPACE): Promise<RetentionRow> {
  return (await findRetention(db, roomId)) ?? { roomId, ...NO_RULE, version: 0 };
}

async function assertNotLonger(db: Db, days: number, now: number): Promise<void> {
  const most = daysAt(presentRetention(await readRule(db)), now);
  if (most !== undefined && days > most)
    throw new CommandError('invalid_input', `days: must be at most ${most}, as in the whole workspace`);
}

interface Change {
  action: 'change_retention' | 'undo_retention';
  room: Room | undefined;
  known: RetentionRow;
  next: Rule;
  fixed: FixedSettings;
}

async function change(
  db: Db,
  call: MutationContext,
  { action, room, known, next, fixed }: Change,
): Promise<{ output: CommandOutput<'set_retention'>; publications: Publication[] }> {
  const row = { ...known, ...next, version: known.version + 1 };
  await storeRetention(db, row);
  for (const setting of describeChanges(known, row)) await recordAudit(db, call, { action, room, setting });
  const retention = presentRetention(row);
  const publications = room
    ? [await announceInRoom(db, call, room, retention)]
    : // No room changes, however many the rule shortens: readers combine both rules.
      [await announceToMembers(db, fixed), await announceToGuests(db, fixed)];
  return { output: { retention }, publications };
}

function describeChanges(known: Rule, next: Rule) {
  const [before, after] = [known, next].map(describeRule);
  return (['keep_days', 'keep_pins'] as const).flatMap(name => {
    const setting = { name, before: requireFound(before)[name], after: requireFound(after)[name] };
    return setting.before === setting.after ? [] : [setting];
  });
}

function describeRule({ days, keepsPins }: Rule) {
  return { keep_days: days === null ? 'forever' : String(days), keep_pins: keepsPins === 1 ? 'on' : 'off' };
}

async function announceInRoom(
  db: Db,
  call: MutationContext,
  room: Room,
  retention: Room['retention'],
): Promise<Publication> {
  const { seq, incarnation } = await appendToLog(db, room.id, call);
  const changed: Room = { ...room, retention, seq, incarnation };
  const event = { type: 'room_edited' as const, roomId: room.id, seq, incarnation, room: changed };
  return { topic: roomTopic(room.id), event };
}
