import { storeMeta } from '../../db/meta.ts';
import type { Mutation, Mutations } from '../../db/mutation.ts';
import type { MutationWriter } from '../../db/writer.ts';
import { type DeviceOutcome, storeOutcomes } from '../devices/push-outcomes.ts';
import {
  countSilentPush,
  DUE_LEASE_MS,
  forgetAllPushed,
  hurrySummaryOf,
  markMissed,
  type PushedRoom,
  type PushMinute,
  type PushResult,
  removePushed,
  storeMinute,
  storePushed,
  storeRetryEnd,
  storeSummary,
  storeSummaryEnd,
  storeSummaryJoin,
  takeDueDevices,
  takeDueSummaries,
} from './outcome-store.ts';
import { claimPosition, type Lease, movePositionsToEnd, storePosition } from './position-store.ts';
import { type DueReminder, markReminder, markRemindersCalled, type ReminderState } from './reminder-store.ts';

/** Longer than the pushes of one slice of people take. */
export const ROOM_LEASE_MS = 20_000;
/** In which database history the positions were set. */
export const CALLS_EPOCH = 'calls_epoch';

const NO_LOCKS = () => [];

/** Nobody is called for messages and reminders that are older than this moment. */
const beginCalls: Mutation<{ epoch: string }, object> = {
  lockKeys: NO_LOCKS,

  async run(db, { now }, { epoch }) {
    await movePositionsToEnd(db);
    await forgetAllPushed(db);
    await markRemindersCalled(db, now);
    await storeMeta(db, CALLS_EPOCH, epoch);
    return { output: {}, publications: [] };
  },
};

/** Nobody is called for the messages that these rooms have now, such as imported ones. */
const skipCalls: Mutation<{ roomIds: readonly string[] }, object> = {
  lockKeys: (_call, { roomIds }) => roomIds.map(roomId => `room:${roomId}` as const),

  async run(db, _call, { roomIds }) {
    await movePositionsToEnd(db, roomIds);
    return { output: {}, publications: [] };
  },
};

const claimRoom: Mutation<Lease, { seq?: number }> = {
  isUnrepeatable: true,
  lockKeys: NO_LOCKS,

  async run(db, { now }, lease) {
    const position = await claimPosition(db, now, lease, now + ROOM_LEASE_MS);
    return { output: position ? { seq: position.seq } : {}, publications: [] };
  },
};

export interface StoredPosition {
  roomId: string;
  seq: number;
  /** Ends the lease. */
  ends: boolean;
}

/** Stores how far rooms have called people, and renews or ends their leases. Returns the rooms whose lease is lost. */
const storePositions: Mutation<
  Omit<Lease, 'roomId'> & { rooms: readonly StoredPosition[] },
  { lost: string[] }
> = {
  lockKeys: NO_LOCKS,

  async run(db, { now }, { rooms, ...process }) {
    const lost: string[] = [];
    // In one order, so that no two processes wait for each other.
    for (const { roomId, seq, ends } of rooms.toSorted((a, b) => (a.roomId < b.roomId ? -1 : 1))) {
      const until = ends ? null : now + ROOM_LEASE_MS;
      if (!(await storePosition(db, now, { ...process, roomId }, seq, until))) lost.push(roomId);
    }
    return { output: { lost }, publications: [] };
  },
};

export interface SentPushes {
  pushed?: readonly PushedRoom[];
  minutes?: readonly PushMinute[];
  /** Summaries that become due. */
  summaries?: readonly { uid: string; at: number }[];
  /** People with messages for the summary that is due. */
  joins?: readonly string[];
  /** Those that were due at `from`: sent, or due at `to`. */
  endedSummaries?: readonly { uid: string; from: number; to: number | null }[];
  results?: readonly PushResult[];
  /** Attempts after failures that were due at `from`, and sent everything. */
  endedRetries?: readonly { id: string; from: number }[];
  /** People whose pushes may not wait any more. */
  endedPauses?: readonly string[];
  reminders?: readonly (DueReminder & { state: ReminderState })[];
  /** Nothing of these is shown any more, up to `seq`. */
  removed?: readonly { uid: string; roomId: string; seq: number }[];
}

const storePushes: Mutation<SentPushes, object> = {
  lockKeys: NO_LOCKS,

  async run(db, { now }, sent) {
    const { pushed = [], minutes = [], summaries = [], endedSummaries = [], results = [] } = sent;
    const { reminders = [], removed = [], endedPauses = [], endedRetries = [], joins = [] } = sent;
    // In one order, so that no two processes wait for each other.
    for (const minute of sortByUid(minutes)) await storeMinute(db, minute);
    const unfinished = new Set<string>();
    for (const { uid, from, to } of sortByUid(endedSummaries))
      if (!(await storeSummaryEnd(db, uid, from, to, now))) unfinished.add(uid);
    for (const { uid, at } of sortByUid(summaries)) await storeSummary(db, uid, at);
    for (const uid of joins.toSorted()) await storeSummaryJoin(db, uid, now);
    // After the summaries, whose rows decide which of two processes is first.
    for (const row of sortByUid(pushed))
      await storePushed(db, { ...row, waits: row.waits || unfinished.has(row.uid) });
    const publications = await storeOutcomes(db, now, results.flatMap(toDeviceOutcome));
    for (const { deviceId, isSilent, outcome } of results)
      if (isSilent && outcome.kind === 'accepted') await countSilentPush(db, deviceId);
      else if (outcome.kind === 'missed') await markMissed(db, deviceId, now);
    for (const { id, from } of endedRetries) await storeRetryEnd(db, id, from, now);
    for (const uid of endedPauses) await hurrySummaryOf(db, uid, now);
    for (const { state, ...reminder } of sortByUid(reminders)) await markReminder(db, reminder, state);
    for (const { uid, roomId, seq } of sortByUid(removed)) await removePushed(db, uid, roomId, seq);
    return { output: {}, publications };
  },
};

function toDeviceOutcome({ deviceId, outcome }: PushResult): DeviceOutcome[] {
  return outcome.kind === 'missed' ? [] : [{ deviceId, outcome }];
}

function sortByUid<Row extends { uid: string }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => (a.uid < b.uid ? -1 : a.uid > b.uid ? 1 : 0));
}

export interface DuePushes {
  devices: { id: string; uid: string }[];
  /** Whose summary is due. */
  summaries: string[];
  /** Until another process gets them. */
  until: number;
}

const takeDuePushes: Mutation<{ limit: number }, DuePushes> = {
  isUnrepeatable: true,
  lockKeys: NO_LOCKS,

  async run(db, { now }, { limit }) {
    const until = now + DUE_LEASE_MS;
    const devices = await takeDueDevices(db, now, until, limit);
    const summaries = await takeDueSummaries(db, now, until, limit);
    return { output: { devices, summaries, until }, publications: [] };
  },
};

export const PUSH_MUTATIONS = {
  begin_calls: beginCalls,
  skip_calls: skipCalls,
  claim_room_calls: claimRoom,
  store_room_calls: storePositions,
  store_pushes: storePushes,
  take_due_pushes: takeDuePushes,
} satisfies Mutations;

export type PushWriter = MutationWriter<typeof PUSH_MUTATIONS>;
