import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { NAMES_PER_TURN } from '../db/take-turn.ts';
import { NameTurns } from './name-turns.ts';

test('R4 Q5 all searches together compare a bounded number of names in a turn, and each has its turn', async () => {
  const deferred: (() => void)[] = [];
  const turns = new NameTurns(run => deferred.push(run));
  const compared = new Map<number, number>();
  const search = async (index: number, parts: number) => {
    const takeTurn = turns.begin(undefined);
    for (let part = 0; part < parts; part++) {
      await takeTurn();
      compared.set(index, (compared.get(index) ?? 0) + NAMES_PER_TURN);
    }
  };
  const searches = Array.from({ length: 32 }, (_, index) => search(index, 40));
  const late = search(32, 1);
  const count = () => [...compared.values()].reduce((sum, names) => sum + names, 0);
  for (let before = 0; compared.get(32) === undefined; before = count()) {
    await nextTurn();
    expect(count() - before).toBeLessThanOrEqual(NAMES_PER_TURN);
    for (const run of deferred.splice(0)) run();
  }
  await late;
  expect(Math.max(...compared.values()), 'no search is far ahead of another').toBeLessThanOrEqual(
    2 * NAMES_PER_TURN,
  );
  const isDone = Promise.all(searches).then(() => true);
  while (!(await Promise.race([isDone, nextTurn(false)]))) for (const run of deferred.splice(0)) run();
  expect(count()).toBe((32 * 40 + 1) * NAMES_PER_TURN);
});

test('R4 a search whose connection has ended compares nothing more', async () => {
  const connection = new AbortController();
  const takeTurn = new NameTurns(setImmediate).begin(connection.signal);
  await takeTurn();
  connection.abort();
  await expect(takeTurn()).rejects.toMatchObject({ code: 'unavailable' });
});
