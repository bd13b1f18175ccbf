import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { WebhookThread } from './webhook-thread.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const encode = (json: unknown) => new TextEncoder().encode(JSON.stringify(json));

function createThread() {
  const failures: unknown[] = [];
  const workers: Worker[] = [];
  const onWorker = (worker: Worker) => void workers.push(worker);
  process.on('worker', onWorker);
  const thread = new WebhookThread(error => failures.push(error));
  onTestFinished(async () => {
    process.off('worker', onWorker);
    await thread.close();
  });
  const read = (json: unknown) => thread.readText(JSON_TYPE, encode(json));
  return { thread, read, workers, failures };
}

test('BT10 one thread reads the texts of large bodies, and refuses others with a sentence', async () => {
  const { read, workers, failures } = createThread();
  const [title, refusal] = await Promise.allSettled([
    read({ attachments: [{ title: 'A title' }] }),
    read({ values: Array.from({ length: 30_000 }, () => 1) }),
  ]);
  expect(title).toMatchObject({ value: expect.stringContaining('A title') });
  expect(refusal).toMatchObject({
    reason: { code: 'invalid_input', message: expect.stringContaining('Send fewer') },
  });
  expect([workers.length, failures]).toEqual([1, []]);
});

test('BT7 at most 8 MiB of bodies wait, and further ones are refused', async () => {
  const { thread, read } = createThread();
  const largest = new TextEncoder().encode('x'.repeat(256 * 1024));
  const results = await Promise.allSettled(Array.from({ length: 40 }, () => thread.readText({}, largest)));
  const refused = results.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(8);
  expect(refused[0]).toMatchObject({ reason: { code: 'unavailable' } });
  expect(await read({ text: 'after' })).toBe('after');
});

test('BT10 if the thread ends, its bodies are unavailable, and the next one starts another', async () => {
  const { thread, read, workers } = createThread();
  const pending = read({ text: 'one' });
  await thread.close();
  await expect(pending).rejects.toMatchObject({ code: 'unavailable' });
  expect(await read({ text: 'two' })).toBe('two');
  expect(workers).toHaveLength(2);
});
