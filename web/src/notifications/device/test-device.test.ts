import { CommandError, type CommandOutput, type PushFailure } from '@snug/protocol';
import { expect, test, vi } from 'vitest';
import { testDevice } from './test-device.ts';
import type { Commands, TurnOnResult } from './turn-on.ts';

const DEVICE = { id: 'd1', device: 'Firefox on Linux', current: true, addedAt: 1, seenAt: 1 };
const ON: TurnOnResult = { kind: 'on', device: DEVICE };

interface Case {
  /** Of each attempt: accepted, refused, or unknown to the server. */
  attempts: ('accepted' | 'unknown' | PushFailure)[];
  renewed?: TurnOnResult;
  hasArrived?: boolean;
}

async function run({ attempts, renewed = ON, hasArrived = true }: Case) {
  let now = 1_000;
  const renew = vi.fn<() => Promise<TurnOnResult>>(async () => renewed);
  const command = async (): Promise<CommandOutput<'test_push'>> => {
    const attempt = attempts.shift();
    if (attempt === undefined || attempt === 'unknown') throw new CommandError('not_found');
    return {
      testId: 't1',
      service: 'push.example',
      ...(attempt !== 'accepted' && { failure: attempt }),
    };
  };
  const waitForReceipt = async () => {
    now += 400;
    return hasArrived;
  };
  const connection = { command } as unknown as Commands;
  return [await testDevice({ connection, renew, waitForReceipt, now: () => now }), renew.mock.calls.length];
}

test('a push that arrives, and one that does not', async () => {
  expect(await run({ attempts: ['accepted'] })).toEqual([{ kind: 'arrived', afterMs: 400 }, 0]);
  expect(await run({ attempts: ['accepted'], hasArrived: false })).toEqual([{ kind: 'not_arrived' }, 0]);
});

test.each([
  { problem: 'gone', status: 410 },
  { problem: 'gone' },
  { problem: 'status', status: 403 },
  { problem: 'status', status: 401 },
] as const)('a subscription that is $problem with $status is renewed, and tried once more', async failure => {
  expect(await run({ attempts: [failure, 'accepted'] })).toEqual([{ kind: 'arrived', afterMs: 400 }, 1]);
  const { status } = failure as PushFailure;
  expect(await run({ attempts: [failure, failure] })).toEqual([{ kind: 'refused', status }, 1]);
});

test('a browser that the server does not know is added first', async () => {
  expect(await run({ attempts: ['unknown', 'accepted'] })).toEqual([{ kind: 'arrived', afterMs: 400 }, 1]);
  expect(await run({ attempts: ['unknown'], renewed: { kind: 'open_only' } })).toEqual([
    { kind: 'no_service' },
    1,
  ]);
  const renewed: TurnOnResult = { kind: 'forbidden_address', host: '10.0.0.1' };
  expect(await run({ attempts: ['unknown'], renewed })).toEqual([
    { kind: 'unreachable', host: '10.0.0.1' },
    1,
  ]);
});

test.each(['forbidden_address', 'unreachable', 'timeout', 'unknown_host', 'failed'] as const)(
  'a push service that is %s is named',
  async problem => {
    expect(await run({ attempts: [{ problem }] })).toEqual([
      { kind: 'unreachable', host: 'push.example' },
      0,
    ]);
  },
);

test('a push service that asks to wait, or refuses for another reason, is not tried again', async () => {
  expect(await run({ attempts: [{ problem: 'busy', retryAt: 9_000 }] })).toEqual([
    { kind: 'busy', until: 9_000 },
    0,
  ]);
  expect(await run({ attempts: [{ problem: 'status', status: 400 }] })).toEqual([
    { kind: 'refused', status: 400 },
    0,
  ]);
});
