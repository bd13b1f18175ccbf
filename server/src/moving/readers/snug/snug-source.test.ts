import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDatabase } from '../../../export/rows/read-database.ts';
import { DiskStorage } from '../../../files/storage/disk.ts';
import { temporaryDatabase } from '../../../testing/database.ts';
import { collectLines } from '../../../testing/export-lines.ts';
import { decideAllNew, generateArchive, toSource } from '../../import/apply/testing/generated-archive.ts';
import { type ImportTarget, runImport, toTarget } from '../../import/apply/testing/run-import.ts';
import { Ledger } from '../../import/ledger.ts';
import { openSnug } from './snug-source.ts';

const FACTS = { title: 'Snug export', instance: 'one' };

function readTarget({ db, folder }: ImportTarget) {
  return readDatabase(db, new DiskStorage(join(folder, 'files')));
}

/** Without the owner of the target, who is in no export. */
async function collectComparable(target: ImportTarget) {
  const { people, rooms, messages, files, emoji } = await collectLines(readTarget(target));
  const byId = <Line extends { id: string }>(lines: readonly Line[]) =>
    lines.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return {
    people: byId(people.filter(({ id }) => id !== target.owner)),
    rooms: byId(rooms),
    messages: Object.fromEntries(messages),
    files: byId(files.filter(({ name }) => name.endsWith('.txt'))),
    emoji: emoji.map(({ name, key, deletedAt }) => ({ name, key, deletedAt })),
  };
}

test('an import of an export has the same lines', async () => {
  const from = await toTarget(await temporaryDatabase());
  await runImport(from, toSource(generateArchive(7, { messages: 400 })));
  const to = await toTarget(await temporaryDatabase());
  const ledger = new Ledger();
  const decide: typeof decideAllNew = async person =>
    person.id === from.owner ? { as: 'existing', uid: to.owner } : decideAllNew(person);
  expect(await runImport(to, openSnug(readTarget(from), FACTS, ledger), { decide })).toEqual([]);
  expect(ledger.findImbalances()).toEqual([]);
  const [before, after] = [await collectComparable(from), await collectComparable(to)];
  const people = JSON.stringify(before.people).replaceAll(from.owner, to.owner);
  expect(after.people).toEqual(JSON.parse(people));
  expect(after.rooms).toEqual(before.rooms);
  expect(after.messages).toEqual(before.messages);
  expect(after.files).toEqual(before.files);
  expect(after.emoji).toEqual(before.emoji);
});
