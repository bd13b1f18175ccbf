import { expect, test } from 'vitest';
import { temporaryDatabase } from '../../testing/database.ts';
import { RecordingSender } from '../../testing/push-devices.ts';
import { createServerState } from '../../testing/server-state.ts';
import type { Push, PushOutcome } from '../push-sender.ts';
import { CountedSender } from './counted-sender.ts';

const GOOGLE = 'https://fcm.googleapis.com/fcm/send/secret';
const MOZILLA = 'https://updates.push.services.mozilla.com/wpush/v2/secret';

function createSetup() {
  const clock = { ms: 0 };
  const inner = new RecordingSender();
  const waiting: number[] = [];
  const sender = new CountedSender({
    sender: {
      send: push => {
        clock.ms += 400;
        waiting.push(sender.waitingCount);
        return inner.send(push);
      },
      close: () => inner.close(),
    },
    steadyNow: () => clock.ms,
  });
  const send = async (endpoint: string, ...outcomes: PushOutcome[]) => {
    for (const outcome of outcomes) {
      inner.outcome = outcome;
      await sender.send({ endpoint } as Push);
    }
  };
  return { sender, send, waiting };
}

const ACCEPTED: PushOutcome = { kind: 'accepted' };
const TIMEOUT: PushOutcome = { kind: 'failed', problem: 'timeout' };
const UNKNOWN_HOST: PushOutcome = { kind: 'failed', problem: 'unknown_host' };

test('A21 the health has the pushes by kind of push service, and no address', async () => {
  const { sender, send } = createSetup();
  await send(GOOGLE, ACCEPTED, ACCEPTED, { kind: 'gone', status: 410 }, TIMEOUT);
  await send(MOZILLA, { kind: 'later', retryAfterMs: 1_000 }, { kind: 'too_large' });
  await send('https://web.push.apple.com/secret', ACCEPTED);
  await send('https://fcm.googleapis.com.example/secret', ACCEPTED);
  await send('https://db5p.notify.windows.com/w/secret', { kind: 'failed', problem: 'status', status: 500 });
  const { db } = await temporaryDatabase();
  const { pushes } = await createServerState(db, { pushSender: sender }).read();
  expect(pushes).toEqual({
    services: [
      { service: 'google', sent: 2, refused: 1, failed: 1, seconds: 0.4 },
      { service: 'mozilla', sent: 0, refused: 0, failed: 2 },
      { service: 'apple', sent: 1, refused: 0, failed: 0, seconds: 0.4 },
      { service: 'other', sent: 1, refused: 0, failed: 0, seconds: 0.4 },
      { service: 'microsoft', sent: 0, refused: 0, failed: 1 },
    ],
    isBlocked: false,
  });
  expect(JSON.stringify(pushes)).not.toContain('secret');
  expect((await createServerState(db).read()).pushes).toBeUndefined();
});

test('a push waits until its outcome is known', async () => {
  const { sender, send, waiting } = createSetup();
  await send(GOOGLE, ACCEPTED, TIMEOUT);
  expect([waiting, sender.waitingCount]).toEqual([[1, 1], 0]);
});

test('A21 a server has no way out if three pushes in a row reach no browser’s push service', async () => {
  const { sender, send } = createSetup();
  const isBlocked = () => sender.figures.isBlocked;
  expect(isBlocked()).toBe(false);
  await send(GOOGLE, TIMEOUT, UNKNOWN_HOST);
  // Somebody chose this one.
  await send('https://push.example/secret', TIMEOUT, ACCEPTED);
  expect(isBlocked()).toBe(false);
  await send(MOZILLA, TIMEOUT);
  expect(isBlocked()).toBe(true);
  await send(GOOGLE, { kind: 'failed', problem: 'failed' });
  expect(isBlocked()).toBe(true);
  // What waits for a slow service does not leave, and proves nothing.
  await send(GOOGLE, { kind: 'later', retryAfterMs: 5_000, isUnsent: true });
  await send(MOZILLA, { kind: 'too_large', isUnsent: true });
  expect(isBlocked()).toBe(true);
  await send(GOOGLE, { kind: 'gone', status: 410 });
  expect(isBlocked()).toBe(false);
});
