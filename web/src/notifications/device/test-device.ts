import { CommandError, type CommandOutput, type PushFailure } from '@snug/protocol';
import type { Commands, TurnOnResult } from './turn-on.ts';

/** How long the page waits for the service worker, which receives the push. */
const RECEIPT_MS = 10_000;

export type TestResult =
  | { kind: 'arrived'; afterMs: number }
  | { kind: 'not_arrived' }
  | { kind: 'no_service' }
  | { kind: 'unreachable'; host: string }
  | { kind: 'busy'; until: number }
  | { kind: 'refused'; status: number | undefined };

interface TestOptions {
  connection: Commands;
  /** Subscribes again. */
  renew: () => Promise<TurnOnResult>;
  /** Resolves when the service worker has received the push of the test, or after the time. */
  waitForReceipt: (testId: string, ms: number) => Promise<boolean>;
  now: () => number;
}

/** Sends a push to this browser. Rejects with a `CommandError`. */
export async function testDevice({
  connection,
  renew,
  waitForReceipt,
  now,
}: TestOptions): Promise<TestResult> {
  const startedAt = now();
  let sent = await send(connection);
  if (!sent || isGone(sent.failure)) {
    const renewed = await renew();
    if (renewed.kind === 'forbidden_address') return { kind: 'unreachable', host: renewed.host };
    if (renewed.kind !== 'on') return { kind: 'no_service' };
    sent = await send(connection);
  }
  if (!sent) return { kind: 'no_service' };
  if (sent.failure) return describeFailure(sent.failure, sent.service, now());
  const hasArrived = await waitForReceipt(sent.testId, RECEIPT_MS);
  return hasArrived ? { kind: 'arrived', afterMs: now() - startedAt } : { kind: 'not_arrived' };
}

/** Undefined if the server does not know this browser. */
async function send(connection: Commands): Promise<CommandOutput<'test_push'> | undefined> {
  try {
    return await connection.command('test_push', {});
  } catch (error) {
    if (error instanceof CommandError && error.code === 'not_found') return undefined;
    throw error;
  }
}

function isGone(failure: PushFailure | undefined): boolean {
  return failure?.problem === 'gone' || [401, 403, 404, 410].includes(failure?.status ?? 0);
}

function describeFailure({ problem, status, retryAt }: PushFailure, host: string, now: number): TestResult {
  if (problem === 'busy') return { kind: 'busy', until: retryAt ?? now };
  if (['gone', 'status', 'too_large'].includes(problem)) return { kind: 'refused', status };
  return { kind: 'unreachable', host };
}
