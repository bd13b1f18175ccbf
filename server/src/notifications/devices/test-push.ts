import { type CommandOutput, PUSH_VERSION, type PushFailure, PushProblem } from '@snug/protocol';
import * as v from 'valibot';
import { newId } from '../../base/ids.ts';
import { requireFound } from '../../base/require-found.ts';
import type { MutationWriter } from '../../db/writer.ts';
import type { PushOutcome } from '../push-sender.ts';
import { listReachable } from './device-store.ts';
import { type OwnPushOptions, sendOwnPush } from './own-push.ts';
import type { STORE_OUTCOME_MUTATIONS } from './push-outcomes.ts';

/** Somebody waits for it. */
const TTL_S = 60;

export interface TestPushOptions extends OwnPushOptions {
  writer: MutationWriter<typeof STORE_OUTCOME_MUTATIONS>;
}

/** Also to a device that waits after failures. `id`: undefined for the device of the session. Rejects with `not_found`. */
export async function sendTestPush(
  options: TestPushOptions,
  { uid, sessionId, now }: { uid: string; sessionId: string; now: number },
  id: string | undefined,
): Promise<CommandOutput<'test_push'>> {
  const { read, writer } = options;
  const devices = await listReachable(read, [uid], now);
  const device = requireFound(
    devices.find(each => (id === undefined ? each.sessionId === sessionId : each.id === id)),
  );
  const testId = newId();
  const outcome = await sendOwnPush(options, device, {
    tag: 'test',
    snug: { v: PUSH_VERSION, test: testId },
    urgency: 'high',
    ttlS: TTL_S,
  });
  // A test that fails delays no notification.
  if (outcome.kind === 'accepted' || outcome.kind === 'gone')
    await writer.write('store_push_outcomes', { uid }, { outcomes: [{ deviceId: device.id, outcome }] });
  const failure = toFailure(outcome, now);
  return { testId, service: new URL(device.endpoint).host, ...(failure && { failure }) };
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
