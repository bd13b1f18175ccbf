import { CommandError, MAX_PUSH_DEVICES, type PushDevice, PushProblem } from '@snug/protocol';
import * as v from 'valibot';
import { describeDevice } from '../../account/device.ts';
import { hashSecretCode } from '../../base/secret-code.ts';
import type { Actor, Mutation, Mutations } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { parseStoredTime } from '../../db/stored-time.ts';
import { identifyService } from '../sending/push-service.ts';
import {
  type DeviceRow,
  deleteDevice,
  deleteDeviceOfSession,
  findDeviceOfSession,
  findRemoval,
  type ListedDeviceRow,
  listDevices,
  markSeen,
  storeDevice,
  storeRemoval,
} from './device-store.ts';
import { createDevicesChanged } from './devices-changed.ts';
import { STORE_OUTCOME_MUTATIONS } from './push-outcomes.ts';
import { SESSION_END_MUTATIONS } from './session-end-push.ts';

/** Bounds the writes: a page repeats its subscription at each start. */
const SEEN_INTERVAL_MS = 24 * 60 * 60_000;

/** A push subscription of a browser. Its keys have no padding. */
export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

interface NewDevice extends Subscription {
  id: string;
  sessionId: string;
  /** The page renews it by itself. */
  isRenewal: boolean;
}

export const addPushDevice: Mutation<NewDevice, { device: PushDevice }> = {
  lockKeys: ({ uid }) => [`person:${uid}`],

  async run(db, { uid, now }, { isRenewal, ...device }) {
    const { sessionId } = device;
    const removedAt = await findRemoval(db, sessionId, uid, now);
    if (removedAt === undefined) throw new CommandError('unauthenticated');
    if (removedAt !== null) {
      if (isRenewal)
        throw new CommandError('forbidden', 'You removed this device. Turn notifications on again.');
      await storeRemoval(db, sessionId, null);
    }
    const known = await findDeviceOfSession(db, uid, sessionId);
    const isNew = !known || !hasSubscription(known, device);
    if (isNew) {
      const endpointHash = hashSecretCode(device.endpoint);
      const service = identifyService(device.endpoint);
      await storeDevice(db, { ...device, endpointHash, service, userId: uid, createdAt: now });
      for (const { id } of (await listDevices(db, uid)).slice(MAX_PUSH_DEVICES))
        await deleteDevice(db, uid, id);
    } else if (needsMark(known, now)) await markSeen(db, known.id, now);
    const row = await findDeviceOfSession(db, uid, sessionId);
    if (!row) throw new CommandError('unavailable');
    const publications = isNew ? [createDevicesChanged(uid)] : [];
    return { output: { device: presentDevice(row, sessionId) }, publications };
  },
};

/** The device, if a repetition of its subscription would change nothing. */
export async function findUnchanged(
  db: Db,
  { uid, sessionId, now }: Actor & { sessionId: string },
  subscription: Subscription,
): Promise<PushDevice | undefined> {
  const row = await findDeviceOfSession(db, uid, sessionId);
  if (!row || !hasSubscription(row, subscription) || needsMark(row, now)) return undefined;
  return presentDevice(row, sessionId);
}

function hasSubscription(row: DeviceRow, { endpoint, p256dh, auth }: Subscription): boolean {
  return row.endpoint === endpoint && row.p256dh === p256dh && row.auth === auth;
}

function needsMark({ seenAt, silent }: DeviceRow, now: number): boolean {
  return silent > 0 || now - seenAt >= SEEN_INTERVAL_MS;
}

/** `id`: undefined for the device of the caller's session. */
export const removePushDevice: Mutation<{ id: string | undefined; sessionId: string }, object> = {
  lockKeys: ({ uid }) => [`person:${uid}`],

  async run(db, { uid, now }, { id, sessionId }) {
    const endedId =
      id === undefined ? await deleteDeviceOfSession(db, uid, sessionId) : await deleteDevice(db, uid, id);
    if (endedId === undefined) return { output: {}, publications: [] };
    // Its page would bring it back.
    if (endedId !== sessionId) await storeRemoval(db, endedId, now);
    return { output: {}, publications: [createDevicesChanged(uid)] };
  },
};

/** Of the caller's session first, then the one that was seen last. */
export async function readDevices(
  db: Db,
  { uid, sessionId, now }: Actor & { sessionId: string },
): Promise<PushDevice[]> {
  const rows = (await listDevices(db, uid)).filter(({ expiresAt }) => parseStoredTime(expiresAt) > now);
  const devices = rows.map(row => presentDevice(row, sessionId));
  return devices.toSorted((a, b) => Number(b.current) - Number(a.current));
}

function presentDevice(row: ListedDeviceRow, sessionId: string): PushDevice {
  const { problem, status, dueAt } = row;
  const failure = {
    problem: v.is(PushProblem, problem) ? problem : 'failed',
    ...(status !== null && { status }),
    ...(problem === 'busy' && { retryAt: dueAt }),
  };
  return {
    id: row.id,
    device: describeDevice(row.userAgent),
    current: row.sessionId === sessionId,
    addedAt: row.createdAt,
    seenAt: row.seenAt,
    ...(row.lastSuccessAt !== null && { lastSuccessAt: row.lastSuccessAt }),
    ...(problem !== null && { failure }),
  };
}

export const PUSH_DEVICE_MUTATIONS = {
  add_push_device: addPushDevice,
  remove_push_device: removePushDevice,
  ...STORE_OUTCOME_MUTATIONS,
  ...SESSION_END_MUTATIONS,
} satisfies Mutations;
