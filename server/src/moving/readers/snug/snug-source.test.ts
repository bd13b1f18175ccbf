import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readDatabase } from '../../../export/rows/read-database.ts';
import { writeExport } from '../../../export/write/write-export.ts';
import { DiskStorage } from '../../../files/storage/disk.ts';
import { temporaryDatabase, temporaryFolder } from '../../../testing/database.ts';
import { collectLines } from '../../../testing/export-lines.ts';
import { createFullWorkspace } from '../../../testing/full-workspace.ts';
import { openArchive } from '../../archive/open-archive.ts';
import { decideAllNew, generateArchive, toSource } from '../../import/apply/testing/generated-archive.ts';
import { type ImportTarget, runImport, toTarget } from '../../import/apply/testing/run-import.ts';
import { Ledger } from '../../import/ledger.ts';
import { openSnug, openSnugExport } from './snug-source.ts';

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

test('an import of an export in a ZIP file has its rooms, messages and files', async () => {
  const { db, storage, trimmed } = await createFullWorkspace();
  const to = await toTarget(await temporaryDatabase());
  const ledger = new Ledger();
  const from = readDatabase(db, storage);
  const path = join(temporaryFolder(), 'all.zip');
  await writeExport({
    path,
    source: from,
    facts: { snug: '1.2.3', instance: 'one', createdAt: '2026-01-02T03:04:05.000Z' },
  });
  const archive = await openArchive(path);
  onTestFinished(() => archive.close());
  expect(await runImport(to, await openSnugExport(archive, ledger))).toEqual([]);
  expect(ledger.findImbalances()).toEqual([]);
  const [before, after] = [await collectLines(from), await collectLines(readTarget(to))];
  // The pictures of the emoji are no pictures.
  for (const messages of before.messages.values())
    for (const { reactions } of messages) delete reactions?.[':catparty:'];
  expect(Object.fromEntries(after.messages)).toEqual(Object.fromEntries(before.messages));
  const sort = (lines: typeof before) => lines.rooms.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  expect(sort(after)).toEqual(sort(before));
  const toFile = ({ id, name, size }: (typeof before.files)[number]) => [id, name, size];
  const isSent = ({ name }: (typeof before.files)[number]) => name.endsWith('.png');
  expect(after.files.filter(isSent).map(toFile)).toEqual(before.files.filter(isSent).map(toFile));
  expect(after.rooms.find(({ id }) => id === trimmed)?.trimmed).toEqual({ keptPins: 1 });
});

test('files come with their sizes, which the space that an import needs follows from', async () => {
  const { db, storage } = await createFullWorkspace();
  const from = readDatabase(db, storage);
  const { files } = await collectLines(from);
  const source = openSnug(from, FACTS, new Ledger());
  const sizes = new Map<string, number | undefined>();
  for await (const rooms of source.rooms())
    for (const room of rooms)
      for await (const page of source.messages(room))
        for (const { id, size } of page.files ?? []) sizes.set(id, size);
  expect(sizes.size).toBeGreaterThan(0);
  for (const [id, size] of sizes) expect(size).toBe(files.find(file => file.id === id)?.size);
  expect([...sizes.values()]).not.toContain(undefined);
});
