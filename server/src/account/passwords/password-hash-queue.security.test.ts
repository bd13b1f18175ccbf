import { expect, test } from 'vitest';
import { PasswordHashQueue } from './password-hash-queue.ts';

test('Q9 two passwords are hashed at once and 20 wait, in turn by address; more are rejected', async () => {
  const queue = new PasswordHashQueue(true);
  const running: { from: string; end: () => void }[] = [];
  const hash = (from: string) =>
    queue.run(from, undefined, async () => {
      const { promise, resolve: end } = Promise.withResolvers<void>();
      running.push({ from, end });
      await promise;
    });
  const settle = () => new Promise(setImmediate);
  const others = Array.from({ length: 30 }, () => hash('192.0.2.1').then(() => 'hashed', String));
  const own = hash('192.0.2.2');
  await settle();
  expect(running.splice(0).map(({ end, from }) => (end(), from))).toEqual(['192.0.2.1', '192.0.2.1']);
  await settle();
  expect(running.map(({ from }) => from)).toEqual(['192.0.2.1', '192.0.2.2']);
  for (; running.length > 0; await settle()) for (const { end } of running.splice(0)) end();
  await own;
  const answers = await Promise.all(others);
  // One of the waiting ones lost its place.
  expect(answers.filter(answer => answer === 'hashed')).toHaveLength(21);
});
