import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { addPerson, temporaryDatabase } from '../../testing/database.ts';
import { preparedIn } from '../prepared.ts';

const named = preparedIn<[except: string], { id: string }>(
  `select "id" from "users" where "name" <> $1 and "id" in ($values)`,
);

test('any number of values selects its rows, each once, with few statements', async () => {
  const { db } = await temporaryDatabase();
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
  onTestFinished(() => prepare.mockRestore());
  const people: string[] = [];
  for (let index = 0; index < 40; index++) people.push(await addPerson(db, 'Ann'));
  await addPerson(db, 'Somebody else');
  const ben = await addPerson(db, 'Ben');
  prepare.mockClear();
  for (let count = 0; count <= people.length; count++) {
    const rows = await named(db, [...people.slice(0, count), ben], 'Ben');
    expect(rows.map(({ id }) => id).toSorted()).toEqual(people.slice(0, count).toSorted());
  }
  expect(prepare.mock.calls.length).toBeLessThanOrEqual(7);
  expect(await named(db, [], 'Ben')).toEqual([]);
});

test('more values than one statement allows are queried in parts', async () => {
  const { db } = await temporaryDatabase();
  const uid = await addPerson(db, 'Ann');
  for (const count of [511, 512, 513, 2_000]) {
    const values = Array.from({ length: count }, (_, index) =>
      index === count - 1 ? uid : `nobody ${index}`,
    );
    expect([count, await named(db, values, 'Ben')]).toEqual([count, [{ id: uid }]]);
  }
});
