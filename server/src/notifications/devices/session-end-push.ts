import { PUSH_VERSION, type PushNotice } from '@snug/protocol';
import type { JobDefinition } from '../../cluster/jobs/job-runner.ts';
import { type Mutation, SYSTEM_CALLER } from '../../db/mutation.ts';
import { prepared, preparedIn } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { parseStoredTime } from '../../db/stored-time.ts';
import type { MutationWriter } from '../../db/writer.ts';
import { readPreferences } from '../notifier/preferences.ts';
import type { DeviceRow } from './device-store.ts';
import { type OwnPushOptions, sendOwnPush } from './own-push.ts';
import { type DeviceOutcome, storeOutcomes } from './push-outcomes.ts';

const HOUR_MS = 60 * 60_000;
/** So long before its end, the device of a session learns of it. */
const WARNING_MS = 48 * HOUR_MS;
/** Longer than the warning: the use of a session puts off its end by weeks. */
const REPEATED_AFTER_MS = 7 * 24 * HOUR_MS;
/** Devices of one step. */
const PAGE_SIZE = 200;
/** Apple's push service keeps nothing longer. */
const APPLE_TTL_S = 4 * 60 * 60;
const TAG = 'session';
/** Pushes at once. */
const SLICE_SIZE = 20;

type EndingDevice = Pick<
  DeviceRow,
  'id' | 'userId' | 'endpoint' | 'p256dh' | 'auth' | 'service' | 'warnedAt'
> & {
  expiresAt: string;
};

const selectPage = prepared<[after: string, limit: number], EndingDevice>(
  `select d."id", d."userId", d."endpoint", d."p256dh", d."auth", d."service", d."warnedAt", s."expiresAt" as "expiresAt"
   from "push_devices" d join "sessions" s on s."id" = d."sessionId" where d."id" > $1 order by d."id" limit $2`,
);
const setWarned = preparedIn<[now: number], never>(
  `update "push_devices" set "warnedAt" = $1 where "id" in ($values)`,
);

/** Those that learned that their sessions end. */
const storeSessionEndPushes: Mutation<{ outcomes: readonly DeviceOutcome[] }, object> = {
  lockKeys: () => [],

  async run(db, { now }, { outcomes }) {
    const accepted = outcomes.filter(({ outcome }) => outcome.kind === 'accepted');
    await setWarned(
      db,
      accepted.map(({ deviceId }) => deviceId),
      now,
    );
    return { output: {}, publications: await storeOutcomes(db, now, outcomes) };
  },
};

export const SESSION_END_MUTATIONS = { store_session_end_pushes: storeSessionEndPushes } as const;

export interface SessionEndPushOptions extends OwnPushOptions {
  writer: MutationWriter<typeof SESSION_END_MUTATIONS>;
  now: () => number;
}

/**
 * Sends a last push to each device whose session ends soon, by age or disuse: its person then opens Snug
 * and stays signed in, or signs in again, and misses no message unnoticed. It waits for the end of quiet hours.
 */
export function createSessionEndPushes(options: SessionEndPushOptions): JobDefinition {
  const { read, writer, now } = options;
  return {
    kind: 'session_end_pushes',
    intervalMs: HOUR_MS,
    async step(after = '') {
      const page = await selectPage(read, after, PAGE_SIZE);
      const ending = await listToWarn(read, page, now());
      for (let from = 0; from < ending.length; from += SLICE_SIZE) {
        const slice = ending.slice(from, from + SLICE_SIZE);
        const outcomes = await Promise.all(slice.map(device => warn(options, device)));
        await writer.write('store_session_end_pushes', SYSTEM_CALLER, { outcomes });
      }
      return page.length === PAGE_SIZE ? page.at(-1)?.id : undefined;
    },
  };
}

async function listToWarn(
  db: Db,
  devices: readonly EndingDevice[],
  now: number,
): Promise<readonly EndingDevice[]> {
  const ending = devices.filter(({ expiresAt, warnedAt }) => {
    const leftMs = parseStoredTime(expiresAt) - now;
    return leftMs > 0 && leftMs <= WARNING_MS && (warnedAt === null || now - warnedAt > REPEATED_AFTER_MS);
  });
  const uids = [...new Set(ending.map(({ userId }) => userId))];
  const preferences = await readPreferences(db, uids, now);
  return ending.filter(({ userId }) => preferences.get(userId)?.quietUntil === undefined);
}

async function warn(options: SessionEndPushOptions, device: EndingDevice): Promise<DeviceOutcome> {
  const endsAt = parseStoredTime(device.expiresAt);
  const leftS = Math.ceil((endsAt - options.now()) / 1_000);
  const notice: PushNotice = {
    kind: 'session_ends',
    tag: TAG,
    seq: endsAt,
    path: '/',
    lines: [],
    count: 0,
    endsAt,
  };
  const outcome = await sendOwnPush(options, device, {
    tag: TAG,
    snug: { v: PUSH_VERSION, ...notice },
    urgency: 'normal',
    ttlS: device.service === 'apple' ? Math.min(leftS, APPLE_TTL_S) : leftS,
  });
  return { deviceId: device.id, outcome };
}
