import { findMessage } from '../../chat/messages/message-store.ts';
import { findReaders } from '../../chat/rooms/room-access-store.ts';
import { SYSTEM_CALLER } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import type { ReachableDevice } from '../devices/device-store.ts';
import type { ActivePeople } from './active-people.ts';
import type { BadgeReader } from './badge-reader.ts';
import { type CalledPeopleOptions, readCalledPeople, readShownRoom } from './called-people.ts';
import type { DevicePusher } from './device-pusher.ts';
import { hasDuePushes, type PushedRoom, type PushResult } from './outcome-store.ts';
import { readPreferencesOf } from './preferences.ts';
import { toReminderPush, toSummaryPush } from './push-contents.ts';
import type { PushWriter } from './push-mutations.ts';
import type { PushSlots } from './push-slots.ts';
import { ROOM_SLOTS, SUMMARY_SLOT } from './push-topics.ts';
import { listDevices, listOutstanding, type OutstandingRow } from './recipient-store.ts';
import { type DueReminder, listDueReminders, listWaitingReminders } from './reminder-store.ts';
import type { RoomPusher } from './room-pusher.ts';

/** People and devices at once. */
const BATCH_SIZE = 20;
const MAX_BATCHES = 50;
/** Of one person at once. The others come with the next sweep. */
const MAX_WAITING_REMINDERS = 5;
/** A reminder that reaches no push service for so long ends. */
const REMINDED_MS = 24 * 60 * 60_000;
/** Kinds of outcomes after which a device needs another attempt. */
const REFUSED: ReadonlySet<string> = new Set(['later', 'failed', 'missed']);

export interface LaterPusherOptions extends CalledPeopleOptions {
  read: Db;
  writer: PushWriter;
  devices: Pick<DevicePusher, 'push'>;
  rooms: Pick<RoomPusher, 'pushAgain'>;
  badges: Pick<BadgeReader, 'read'>;
  slots: PushSlots;
  active: Pick<ActivePeople, 'has' | 'hasSession'>;
  origin: string;
  epoch: string;
  /** How long an active person has to see something without a push. */
  holdMs: number;
}

interface Unread extends OutstandingRow {
  count: number;
  /** The newest of these messages. */
  newest: number;
}

/** Sends what could not be sent at once, as it is now: to devices that failed, after quiet hours, and reminders. */
export class LaterPusher {
  readonly #options: LaterPusherOptions;

  constructor(options: LaterPusherOptions) {
    this.#options = options;
  }

  async run(goesOn: () => boolean): Promise<void> {
    const { read, writer, now } = this.#options;
    // A server on which nothing is due writes nothing.
    for (let batch = 0; batch < MAX_BATCHES && goesOn() && (await hasDuePushes(read, now())); batch++) {
      const due = await writer.write('take_due_pushes', SYSTEM_CALLER, { limit: BATCH_SIZE });
      await Promise.all(due.devices.map(({ id, uid }) => this.#retry({ id, uid, from: due.until })));
      await Promise.all(due.summaries.map(uid => this.#sendSummary(uid, due.until)));
      if (due.devices.length < BATCH_SIZE && due.summaries.length < BATCH_SIZE) break;
    }
    await this.#sendReminders(goesOn);
  }

  /** What the device should show, after a failure. `from`: the time until which this process has it. */
  async #retry({ id, uid, from }: { id: string; uid: string; from: number }): Promise<void> {
    const { read, writer, now, rooms } = this.#options;
    const device = ((await listDevices(read, [uid], now())).get(uid) ?? []).find(each => each.id === id);
    if (!device) return;
    // The lease of this attempt is no failure.
    const devices = [{ ...device, dueAt: 0 }];
    const rows = ((await listOutstanding(read, [uid])).get(uid) ?? []).filter(({ seq }) => seq > 0);
    const endedRetries = [{ id, from }];
    const { quietUntil } = await readPreferencesOf(read, uid, now());
    if (quietUntil !== undefined)
      return void (await writer.write('store_pushes', SYSTEM_CALLER, {
        endedRetries,
        pushed: rows.map(row => ({ ...row, waits: true })),
        summaries: rows.length > 0 ? [{ uid, at: quietUntil }] : [],
      }));
    const results: PushResult[] = [];
    if (rows.length <= ROOM_SLOTS.length)
      for (const row of rows.toSorted((a, b) => b.at - a.at))
        results.push(...(await rooms.pushAgain(row.roomId, row, devices, { isDelayed: true })));
    else {
      const unread = await Promise.all(rows.map(row => this.#count(row, row.seq)));
      results.push(...(await this.#pushSummary(uid, unread, devices, getLast(rows))));
    }
    const worst = getWorst(results);
    const hasAll = worst === undefined || ['accepted', 'too_large'].includes(worst.outcome.kind);
    await writer.write('store_pushes', SYSTEM_CALLER, {
      ...(worst && { results: [worst] }),
      ...(hasAll && { endedRetries }),
    });
  }

  async #count(row: OutstandingRow, end: number): Promise<Unread> {
    const [person] = await readCalledPeople(this.#options, row.roomId, [row.uid], end);
    const calls = person?.calls ?? [];
    return { ...row, count: calls.length, newest: calls[0]?.seq ?? 0 };
  }

  /** `from`: the time until which this process has the summary. */
  async #sendSummary(uid: string, from: number): Promise<void> {
    const { read, writer, slots, now } = this.#options;
    const rows = (await listOutstanding(read, [uid])).get(uid) ?? [];
    const { quietUntil } = await readPreferencesOf(read, uid, now());
    const end = (to: number | null) => ({ endedSummaries: [{ uid, from, to }] });
    if (quietUntil !== undefined)
      return void (await writer.write('store_pushes', SYSTEM_CALLER, end(quietUntil)));
    const devices = (await listDevices(read, [uid], now())).get(uid) ?? [];
    const contained = rows.filter(
      ({ slot, waits, seq }) => waits !== null || (slot === SUMMARY_SLOT && seq > 0),
    );
    const counted = await Promise.all(contained.map(row => this.#count(row, Number.MAX_SAFE_INTEGER)));
    try {
      const { results, pushed, removed } = await this.#pushUnread(uid, counted, rows, devices);
      const hasMore = await this.#sendWaitingReminders(uid, devices);
      await writer.write('store_pushes', SYSTEM_CALLER, {
        results,
        pushed,
        removed,
        ...end(hasMore ? now() : null),
      });
    } finally {
      for (const { roomId } of contained) slots.release(uid, roomId);
    }
  }

  /** One room has its own notification; several share one. */
  async #pushUnread(
    uid: string,
    counted: readonly Unread[],
    outstanding: readonly OutstandingRow[],
    devices: readonly ReachableDevice[],
  ) {
    const { rooms, writer, slots, now } = this.#options;
    const [unread, over] = [
      counted.filter(({ count }) => count > 0),
      counted.filter(({ count }) => count === 0),
    ];
    const removed = over.map(({ roomId, seq }) => ({ uid, roomId, seq }));
    const [only] = unread;
    if (!only) return { results: [], pushed: [], removed };
    if (unread.length === 1) {
      const slot = slots.take(uid, only.roomId, outstanding, now());
      const row = { ...only, seq: only.newest, slot };
      const results = await rooms.pushAgain(only.roomId, row, devices, { isDelayed: true });
      return { results, pushed: [toPushed(only, slot, now())], removed };
    }
    const at = unread.every(isStored) ? getLast(unread) : now();
    const pushed = unread.map(row => toPushed(row, SUMMARY_SLOT, at));
    // Before it leaves: after a kill, its repetition has the same `seq`, and no device alerts again.
    await writer.write('store_pushes', SYSTEM_CALLER, {
      pushed: pushed.map(row => ({ ...row, waits: true })),
    });
    return { results: await this.#pushSummary(uid, unread, devices, at), pushed, removed };
  }

  async #pushSummary(
    uid: string,
    rows: readonly Unread[],
    devices: readonly ReachableDevice[],
    at: number,
  ): Promise<PushResult[]> {
    const { read, origin, epoch, badges, now } = this.#options;
    const unread = rows.filter(({ count }) => count > 0);
    if (unread.length === 0 || devices.length === 0) return [];
    const payload = toSummaryPush({
      origin,
      epoch,
      badge: await badges.read(uid),
      count: unread.reduce((sum, { count }) => sum + count, 0),
      rooms: unread.map(({ roomId, newest }) => ({ roomId, seq: newest })),
      at,
      hidden: (await readPreferencesOf(read, uid, now())).hidden,
      isSilent: false,
    });
    const slot = SUMMARY_SLOT;
    const contents = { payload, urgency: 'high' as const, slot, isSilent: false, isDelayed: true };
    return this.#options.devices.push(devices, contents);
  }

  async #sendReminders(goesOn: () => boolean): Promise<void> {
    const { read, now } = this.#options;
    let after: DueReminder | undefined;
    for (let batch = 0; batch < MAX_BATCHES && goesOn(); batch++) {
      const due = await listDueReminders(read, now(), after, BATCH_SIZE);
      await this.#sendDue(due);
      after = due.at(-1);
      if (due.length < BATCH_SIZE) return;
    }
  }

  async #sendDue(due: readonly DueReminder[]): Promise<void> {
    const { read, writer, now, active, holdMs } = this.#options;
    const uids = [...new Set(due.map(({ uid }) => uid))];
    const devices = await listDevices(read, uids, now());
    for (const reminder of due) {
      const { uid, remindAt } = reminder;
      // An active page shows it itself, and the person may end it there.
      if (active.has(uid) && remindAt > now() - holdMs) continue;
      const own = devices.get(uid) ?? [];
      const { quietUntil } = await readPreferencesOf(read, uid, now());
      if (quietUntil !== undefined && own.length > 0)
        await writer.write('store_pushes', SYSTEM_CALLER, {
          reminders: [{ ...reminder, state: 'waits' }],
          summaries: [{ uid, at: quietUntil }],
        });
      else await this.#callFor(reminder, own);
    }
  }

  /** Returns whether more of them wait. */
  async #sendWaitingReminders(uid: string, devices: readonly ReachableDevice[]): Promise<boolean> {
    const reminders = await listWaitingReminders(this.#options.read, uid, MAX_WAITING_REMINDERS);
    for (const reminder of reminders) await this.#callFor(reminder, devices);
    return reminders.length === MAX_WAITING_REMINDERS;
  }

  /** Until a push service accepts it, it stays due, for a day. */
  async #callFor(reminder: DueReminder, devices: readonly ReachableDevice[]): Promise<void> {
    const { writer, now } = this.#options;
    const ready = devices.filter(({ dueAt }) => dueAt === 0);
    const results = await this.#pushReminder(reminder, ready);
    const isRefused = results.every(({ outcome }) => REFUSED.has(outcome.kind));
    const isDue = devices.length > 0 && (ready.length === 0 || results.length > 0) && isRefused;
    const state = isDue && reminder.remindAt > now() - REMINDED_MS ? 'due' : 'called';
    await writer.write('store_pushes', SYSTEM_CALLER, { results, reminders: [{ ...reminder, state }] });
  }

  async #pushReminder(
    { uid, roomId, messageId, remindAt }: DueReminder,
    devices: readonly ReachableDevice[],
  ): Promise<PushResult[]> {
    const { read, now, active, origin, epoch, badges } = this.#options;
    const closed = devices.filter(({ sessionId }) => !active.hasSession(uid, sessionId));
    if (closed.length === 0 || !(await findReaders(read, roomId, [uid], now())).has(uid)) return [];
    const room = await readShownRoom(read, roomId);
    const message = await findMessage(read, roomId, messageId);
    if (!room || !message || message.deletedAt !== undefined) return [];
    const payload = toReminderPush({
      origin,
      epoch,
      badge: await badges.read(uid),
      room: room.presentTo(uid),
      message,
      at: remindAt,
      hidden: (await readPreferencesOf(read, uid, now())).hidden,
    });
    return this.#options.devices.push(closed, { payload, urgency: 'high', isSilent: false });
  }
}

/** A device has one outcome in the database: that of the push that it still needs. */
function getWorst(results: readonly PushResult[]): PushResult | undefined {
  const order = ['gone', 'later', 'failed', 'too_large', 'accepted'];
  const rank = ({ outcome }: PushResult) => order.indexOf(outcome.kind);
  return results.toSorted((a, b) => rank(a) - rank(b))[0];
}

function getLast(rows: readonly OutstandingRow[]): number {
  return rows.reduce((last, { at }) => Math.max(last, at), 0);
}

/** A summary of exactly these messages may have left already. */
function isStored({ seq, newest, slot }: Unread): boolean {
  return slot === SUMMARY_SLOT && seq === newest;
}

function toPushed({ uid, roomId, newest }: Unread, slot: number, at: number): PushedRoom {
  return { uid, roomId, seq: newest, at, slot, waits: false };
}
