import { readdirSync, readFileSync } from 'node:fs';
import type { Worker } from 'node:worker_threads';
import { TestPushService } from '@snug/testkit/push-service.ts';
import { expect, onTestFinished, test } from 'vitest';
import type { Push } from '../push-sender.ts';
import { PushThread } from './push-thread.ts';
import { deriveVapidKeys } from './vapid.ts';

const KEYS = deriveVapidKeys('x'.repeat(32));

async function createSetup(allowed: string[] = ['127.0.0.1']) {
  const service = await TestPushService.start();
  const failures: unknown[] = [];
  const thread = new PushThread({
    keys: KEYS,
    origin: 'https://chat.example',
    allowed,
    onFailure: error => failures.push(error),
  });
  onTestFinished(async () => {
    await thread.close();
    await service.stop();
  });
  const browser = service.subscribe(KEYS.publicKey);
  const create = (payload: string): Push => ({
    deviceId: 'device',
    ...browser.input,
    payload,
    topic: 'topic',
    urgency: 'high',
    ttlS: 60,
  });
  return { service, browser, thread, failures, send: (text: string) => thread.send(create(text)) };
}

test('PD1 a thread encrypts and sends pushes over few connections', async () => {
  const { service, browser, send, failures } = await createSetup();
  const outcomes = await Promise.all(Array.from({ length: 100 }, (_, count) => send(`${count}`)));
  expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['accepted']));
  expect(new Set(browser.received.map(({ text }) => text)).size).toBe(100);
  expect([service.connections <= 8, failures]).toEqual([true, []]);
});

test('PD4 the thread sends only to public addresses, unless the admin allows others', async () => {
  const { service, send } = await createSetup([]);
  expect(await send('hello')).toEqual({ kind: 'failed', problem: 'forbidden_address' });
  expect(service.connections).toBe(0);
});

test('PD10 a thread that ends fails the pushes that it had, and the next push starts another', async () => {
  const workers: Worker[] = [];
  const onWorker = (worker: Worker) => void workers.push(worker);
  process.on('worker', onWorker);
  onTestFinished(() => void process.off('worker', onWorker));
  const { browser, send } = await createSetup();
  browser.plan.push('hang', 'hang');
  const pending = [send('one'), send('two')];
  await expect.poll(() => browser.plan.length).toBe(0);
  await workers[0]?.terminate();
  const failed = { kind: 'failed', problem: 'failed' };
  expect(await Promise.all(pending)).toEqual([failed, failed]);
  expect(await send('three')).toEqual({ kind: 'accepted' });
  expect([workers.length, browser.received.map(({ text }) => text)]).toEqual([2, ['three']]);
});

test('PD10 a closed thread sends nothing, and ends what waits', async () => {
  const { browser, thread, send } = await createSetup();
  browser.plan.push('hang');
  const pending = send('one');
  await expect.poll(() => browser.plan.length).toBe(0);
  await thread.close();
  expect(await pending).toEqual({ kind: 'failed', problem: 'failed' });
  expect(await send('two')).toEqual({ kind: 'failed', problem: 'failed' });
});

/** The nice value is the 17th field after the name (proc_pid_stat(5)). */
function countByPriority(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const task of readdirSync('/proc/self/task')) {
    const stat = readFileSync(`/proc/self/task/${task}/stat`, 'utf8');
    const nice = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16] ?? '';
    counts[nice] = (counts[nice] ?? 0) + 1;
  }
  return counts;
}

test.runIf(process.platform === 'linux')(
  'PD10 only the thread of the pushes has a lower priority',
  async () => {
    const before = countByPriority();
    const { send } = await createSetup();
    await send('hello');
    const after = countByPriority();
    const lowered = Object.keys(after).filter(nice => (after[nice] ?? 0) > (before[nice] ?? 0));
    const [own = ''] = Object.keys(before);
    expect(lowered).toContain('10');
    expect(after[own]).toBeGreaterThanOrEqual(before[own] ?? 0);
  },
);
