import type { Message } from '@snug/protocol';
import { SYSTEM_CALLER } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import type { ReachableDevice } from '../devices/device-store.ts';
import type { ActivePeople } from './active-people.ts';
import type { BadgeReader } from './badge-reader.ts';
import { CALL_CLASS, type Call } from './call-store.ts';
import {
  type CalledPeopleOptions,
  type CalledPerson,
  readCalledPeople,
  readShownMessages,
  readShownRoom,
  type ShownRoom,
} from './called-people.ts';
import type { DeviceContents, DevicePusher } from './device-pusher.ts';
import { DUE_LEASE_MS, type PushedRoom, type PushMinute, type PushResult } from './outcome-store.ts';
import { readPreferences } from './preferences.ts';
import { toRoomPush } from './push-contents.ts';
import { MINUTE_MS, type PushMinutes } from './push-minutes.ts';
import type { PushWriter } from './push-mutations.ts';
import type { PushSlots } from './push-slots.ts';
import { SUMMARY_SLOT } from './push-topics.ts';
import { listDevices, listOutstanding, listReadSeqs, type OutstandingRow } from './recipient-store.ts';

/** A room of which everything calls updates what is shown so often. */
const UPDATE_INTERVAL_MS = 30_000;
const SHOWN_MESSAGES = 3;

export interface RoomPusherOptions extends CalledPeopleOptions {
  read: Db;
  writer: PushWriter;
  devices: Pick<DevicePusher, 'push'>;
  badges: Pick<BadgeReader, 'read'>;
  active: Pick<ActivePeople, 'has'>;
  minutes: PushMinutes;
  slots: PushSlots;
  /** The address of the server. */
  origin: string;
  epoch: string;
  now: () => number;
  /** The person has read while the push was on its way. */
  onRead: (uid: string, roomId: string) => void;
}

export interface CalledSlice {
  roomId: string;
  /** Only messages after the position `from` call a person; earlier ones are shown with them. */
  people: readonly { uid: string; from: number }[];
  /** A position of the room: later messages do not count yet. */
  end: number;
  /** Up to here, messages call active people. */
  heldEnd: number;
  /** Between reads of many people. */
  rest: () => Promise<void>;
}

/** When a person is due who was left out; `held`: when they are called although they are active. */
export type Waiting = ReadonlyMap<string, number | 'held'>;

interface Decision {
  person: CalledPerson;
  push?: { isSilent: boolean; isPersonal: boolean; minute: PushMinute };
  /** When the summary is due that contains these calls. `joins`: that of earlier calls. */
  summaryAt?: number | 'joins';
}

/** Calls some people for the unread messages of a room. */
export class RoomPusher {
  readonly #options: RoomPusherOptions;

  constructor(options: RoomPusherOptions) {
    this.#options = options;
  }

  /** The pushes are stored after the push services have them: a process that ends in between repeats them. */
  async call(slice: CalledSlice): Promise<Waiting> {
    const { roomId, people, end, heldEnd, rest } = slice;
    const starts = new Map(people.map(({ uid, from }) => [uid, from]));
    const called = await readCalledPeople({ ...this.#options, rest }, roomId, [...starts.keys()], end);
    const waiting = new Map<string, number | 'held'>();
    const decisions: Decision[] = [];
    for (const person of called) {
      const decision = this.#decide(person, starts.get(person.uid) ?? end, heldEnd);
      if (typeof decision === 'object') decisions.push({ person, ...decision });
      else if (decision !== undefined) waiting.set(person.uid, decision);
    }
    const pushes = decisions.filter(({ push }) => push);
    const late = decisions.filter(({ summaryAt }) => summaryAt !== undefined);
    if (decisions.length === 0) return waiting;
    try {
      await this.#pushAndStore(slice, pushes, late);
    } finally {
      for (const { person } of pushes) this.#options.slots.release(person.uid, roomId);
    }
    await this.#reportRead(roomId, pushes);
    await this.#endPauses(late);
    return waiting;
  }

  async #pushAndStore(
    { roomId, end, rest }: CalledSlice,
    pushes: readonly Decision[],
    late: readonly Decision[],
  ): Promise<void> {
    const { pushed, results } = await this.#push(roomId, end, pushes, rest);
    await this.#options.writer.write('store_pushes', SYSTEM_CALLER, {
      pushed: [...pushed, ...late.map(({ person }) => toWaitingRoom(person, roomId))],
      minutes: pushes.flatMap(({ push }) => push?.minute ?? []),
      summaries: late.flatMap(({ person: { uid }, summaryAt: at }) =>
        typeof at === 'number' ? { uid, at } : [],
      ),
      joins: late.flatMap(({ person: { uid }, summaryAt }) => (summaryAt === 'joins' ? uid : [])),
      results,
    });
  }

  /** Of people who changed their quiet hours while their summary was stored. */
  async #endPauses(late: readonly Decision[]): Promise<void> {
    const { read, writer, now } = this.#options;
    const quiet = late.filter(({ person }) => person.preferences.quietUntil !== undefined);
    if (quiet.length === 0) return;
    const uids = quiet.map(({ person }) => person.uid);
    const known = await readPreferences(read, uids, now());
    const endedPauses = quiet.flatMap(({ person: { uid, preferences } }) =>
      known.get(uid)?.quietUntil === preferences.quietUntil ? [] : uid,
    );
    if (endedPauses.length > 0) await writer.write('store_pushes', SYSTEM_CALLER, { endedPauses });
  }

  async #reportRead(roomId: string, pushes: readonly Decision[]): Promise<void> {
    const before = new Map(pushes.map(({ person }) => [person.uid, person.readSeq]));
    if (before.size === 0) return;
    for (const { uid, readSeq } of await listReadSeqs(this.#options.read, roomId, [...before.keys()]))
      if (readSeq > (before.get(uid) ?? readSeq)) this.#options.onRead(uid, roomId);
  }

  /** Undefined if nothing calls the person, or if the summary that is due contains it. */
  #decide(
    person: CalledPerson,
    from: number,
    heldEnd: number,
  ): Omit<Decision, 'person'> | number | 'held' | undefined {
    const { active, now, minutes } = this.#options;
    const { uid, calls, pushedAt, summaryAt, waits, preferences } = person;
    const pushedSeq = person.pushedSeq ?? 0;
    const fresh = calls.filter(({ seq }) => seq > Math.max(from, pushedSeq));
    if (fresh.length === 0) return undefined;
    const due = active.has(uid) ? fresh.filter(({ seq }) => seq <= heldEnd) : fresh;
    if (due.length === 0) return 'held';
    const { quietUntil } = preferences;
    if (summaryAt !== null) {
      // A kill may have kept the summary of a pause that ended.
      if (quietUntil === undefined && summaryAt > now() + MINUTE_MS) return { summaryAt: now() };
      const mayBeOnItsWay = summaryAt <= now() + 2 * DUE_LEASE_MS;
      return waits === null || mayBeOnItsWay ? { summaryAt: 'joins' } : undefined;
    }
    if (quietUntil !== undefined) return { summaryAt: quietUntil };
    const isPersonal = due.some(call => call.class === CALL_CLASS.personal);
    // A notification is shown already, unless they have read it.
    const isUpdate = isOnlyEverything(due) && calls.some(({ seq }) => seq <= pushedSeq);
    if (isUpdate && (pushedAt ?? 0) > now() - UPDATE_INTERVAL_MS) return (pushedAt ?? 0) + UPDATE_INTERVAL_MS;
    const minute = minutes.take(person, now());
    if (!minute.isFree) return { summaryAt: minute.minuteAt + MINUTE_MS };
    return { push: { isSilent: isUpdate, isPersonal, minute } };
  }

  async #push(
    roomId: string,
    end: number,
    called: readonly Decision[],
    rest: () => Promise<void>,
  ): Promise<{ pushed: PushedRoom[]; results: PushResult[] }> {
    const { read, now, slots } = this.#options;
    const uids = called.map(({ person }) => person.uid);
    const room = uids.length > 0 ? await readShownRoom(read, roomId) : undefined;
    if (!room) return { pushed: [], results: [] };
    await rest();
    const devices = await listDevices(read, uids, now());
    await rest();
    const outstanding = await listOutstanding(read, uids);
    // At once: what another room stores meanwhile is not in these rows.
    const withSlots = called.map(({ person, push }) => {
      const rows = outstanding.get(person.uid) ?? [];
      return { person, push, slot: slots.take(person.uid, roomId, rows, now()) };
    });
    const messages = await readShownMessages(
      read,
      roomId,
      called.flatMap(({ person }) => toShownSeqs(person.calls)),
    );
    const pushed: PushedRoom[] = [];
    const sending: Promise<PushResult[]>[] = [];
    for (const { person, push, slot } of withSlots) {
      await rest();
      const { uid } = person;
      // Not the position of the room: a repetition after a kill has the same, whatever else happened in the room.
      const seq = person.calls[0]?.seq ?? end;
      const contents = { room, seq, messages, slot, isSilent: push?.isSilent ?? false };
      const urgency = push?.isPersonal ? 'high' : 'normal';
      const own = devices.get(uid) ?? [];
      if (own.length > 0) {
        const presented = await this.#present(person, contents, urgency);
        await rest();
        sending.push(this.#options.devices.push(own, presented));
      }
      pushed.push({ uid, roomId, seq, at: now(), slot, waits: false });
    }
    return { pushed, results: (await Promise.all(sending)).flat() };
  }

  async #present(
    { uid, calls, preferences }: CalledPerson,
    { room, seq, messages, slot, isSilent }: RoomContentsOfAll,
    urgency: 'high' | 'normal',
  ): Promise<DeviceContents> {
    const { origin, epoch, badges } = this.#options;
    const { hidden } = preferences;
    const shown = toShownSeqs(calls).flatMap(seq => messages.get(seq) ?? []);
    const contents = {
      origin,
      epoch,
      badge: await badges.read(uid),
      room: room.presentTo(uid),
      count: calls.length,
      seq,
      messages: shown.toSorted((a, b) => a.seq - b.seq),
      hidden,
      isSilent,
    };
    const payload = toRoomPush(contents);
    const shorten = () => toRoomPush({ ...contents, hidden: hidden ?? 'text' });
    return { payload, shorten, urgency, slot, isSilent };
  }

  /** What a device should show now, of rooms in which something is outstanding. */
  async pushAgain(
    roomId: string,
    { uid, seq, slot }: OutstandingRow,
    devices: readonly ReachableDevice[],
    { isSilent = false, isDelayed = false },
  ): Promise<PushResult[]> {
    if (devices.length === 0) return [];
    const { read } = this.#options;
    const room = await readShownRoom(read, roomId);
    const [person] = await readCalledPeople(this.#options, roomId, [uid], seq);
    if (!room || !person || person.calls.length === 0) return [];
    const messages = await readShownMessages(read, roomId, toShownSeqs(person.calls));
    const contents = { room, seq, messages, slot, isSilent };
    const presented = await this.#present(person, contents, isSilent ? 'normal' : 'high');
    return this.#options.devices.push(devices, { ...presented, isDelayed });
  }
}

interface RoomContentsOfAll {
  room: ShownRoom;
  seq: number;
  messages: ReadonlyMap<number, Message>;
  slot: number;
  isSilent: boolean;
}

function isOnlyEverything(calls: readonly Call[]): boolean {
  return calls.every(call => call.class === CALL_CLASS.everything);
}

function toShownSeqs(calls: readonly Call[]): number[] {
  return calls.slice(0, SHOWN_MESSAGES).map(({ seq }) => seq);
}

function toWaitingRoom({ uid, pushedSeq, pushedAt, slot }: CalledPerson, roomId: string): PushedRoom {
  return { uid, roomId, seq: pushedSeq ?? 0, at: pushedAt ?? 0, slot: slot ?? SUMMARY_SLOT, waits: true };
}
