import {
  type CommandOutput,
  PUSH_VERSION,
  type PushFailure,
  type PushPayload,
  PushProblem,
} from '@snug/protocol';
import * as v from 'valibot';
import { newId } from '../../base/ids.ts';
import { requireFound } from '../../base/require-found.ts';
import type { Db } from '../../db/schema.ts';
import type { MutationWriter } from '../../db/writer.ts';
import { type FixedSettings, readSetting } from '../../workspace/settings/settings.ts';
import type { PushOutcome } from '../push-sender.ts';
import type { PushServices } from '../push-services.ts';
import { OTHER_SLOT } from '../sending/push-topics.ts';
import { listReachable } from './device-store.ts';
import type { STORE_OUTCOME_MUTATIONS } from './push-outcomes.ts';

/** Somebody waits for it. */
const TTL_S = 60;

export interface TestPushOptions {
  read: Db;
  writer: MutationWriter<typeof STORE_OUTCOME_MUTATIONS>;
  push: Pick<PushServices, 'sender' | 'topics' | 'origin'>;
  fixed: FixedSettings;
}

/** Also to a device that waits after failures. `id`: undefined for the device of the session. Rejects with `not_found`. */
export async function sendTestPush(
  { read, writer, push, fixed }: TestPushOptions,
  { uid, sessionId, now }: { uid: string; sessionId: string; now: number },
  id: string | undefined,
): Promise<CommandOutput<'test_push'>> {
  const devices = await listReachable(read, [uid], now);
  const device = requireFound(
    devices.find(each => (id === undefined ? each.sessionId === sessionId : each.id === id)),
  );
  const testId = newId();
  const payload: PushPayload = {
    web_push: 8030,
    mutable: true,
    notification: {
      title: await readSetting(read, fixed, 'workspace_name'),
      tag: 'test',
      navigate: `${push.origin}/`,
    },
    snug: { v: PUSH_VERSION, test: testId },
  };
  const { endpoint, p256dh, auth } = device;
  const outcome = await push.sender.send({
    deviceId: device.id,
    endpoint,
    p256dh,
    auth,
    payload: JSON.stringify(payload),
    topic: push.topics.get(device.id, OTHER_SLOT),
    urgency: 'high',
    ttlS: TTL_S,
  });
  await writer.write('store_push_outcomes', { uid }, { outcomes: [{ deviceId: device.id, outcome }] });
  const failure = toFailure(outcome, now);
  return { testId, service: new URL(endpoint).host, ...(failure && { failure }) };
}

function toFailure(outcome: PushOutcome, now: number): PushFailure | undefined {
  const { kind } = outcome;
  if (kind === 'accepted') return undefined;
  if (kind === 'later') return { problem: 'busy', retryAt: now + outcome.retryAfterMs };
  if (kind === 'too_large') return { problem: 'too_large' };
  const { status } = outcome;
  return {
    problem: kind === 'gone' ? kind : toProblem(outcome.problem),
    ...(status !== undefined && { status }),
  };
}

function toProblem(problem: string): PushProblem {
  return v.is(PushProblem, problem) ? problem : 'failed';
}
