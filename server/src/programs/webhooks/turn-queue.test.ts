import { expect, test } from 'vitest';
import { TurnQueue } from './turn-queue.ts';

/** Turns that run until the test ends them. */
function createQueue() {
  const queue = new TurnQueue();
  const running: { name: string; end: () => void }[] = [];
  const add = (name: string, uid: string, isSlow = false) =>
    queue.add({
      uid,
      isSlow,
      run: () => new Promise<void>(end => void running.push({ name, end })),
    });
  const names = () => running.map(({ name }) => name);
  return { queue, running, add, names };
}

test('OW7 one person has at most four deliveries at once, and others do not wait for theirs', async () => {
  const { running, add, names } = createQueue();
  for (let count = 1; count <= 10; count++) add(`ann ${count}`, 'ann');
  add('bob', 'bob');
  expect(names()).toEqual(['ann 1', 'ann 2', 'ann 3', 'ann 4', 'bob']);
  running[0]?.end();
  await expect.poll(names).toContain('ann 5');
});

test('OW7 slow receivers take at most half of the deliveries', () => {
  const { add, names } = createQueue();
  for (let count = 1; count <= 40; count++) add(`slow ${count}`, `person ${count}`, true);
  expect(names()).toHaveLength(16);
  for (let count = 1; count <= 40; count++) add(`fast ${count}`, `other ${count}`);
  expect(names().filter(name => name.startsWith('fast'))).toHaveLength(16);
});

test('a stopped queue starts no turns, and waits for the running ones', async () => {
  const { queue, running, add, names } = createQueue();
  for (let count = 1; count <= 5; count++) add(`ann ${count}`, 'ann');
  const stopping = queue.stop();
  for (const { end } of running) end();
  await stopping;
  expect(names()).toHaveLength(4);
});
