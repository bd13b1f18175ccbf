import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { PNG } from '@snug/testkit/sample-files.ts';
import { expect, onTestFinished, test } from 'vitest';
import type { LineSource } from '../../export/format/line-source.ts';
import { readDatabase } from '../../export/rows/read-database.ts';
import { createExportStream, writeExport } from '../../export/write/write-export.ts';
import { temporaryFolder } from '../../testing/database.ts';
import { collectLines } from '../../testing/export-lines.ts';
import { createFullWorkspace } from '../../testing/full-workspace.ts';
import { openArchive } from '../archive/open-archive.ts';
import { readExport } from './read-export.ts';

const FACTS = { snug: '1.2.3', instance: 'one', createdAt: '2026-01-02T03:04:05.000Z' };

async function open(path: string) {
  const archive = await openArchive(path);
  onTestFinished(() => archive.close());
  return readExport(archive);
}

async function exportTo(name: string, source: LineSource) {
  const path = join(temporaryFolder(), name);
  const written = await writeExport({ path, source, facts: FACTS });
  return { path, written };
}

for (const [form, name] of [
  ['a ZIP file', 'all.zip'],
  ['a folder', 'all'],
] as const)
  test(`${form} has the lines and the bytes of the database, and nobody else reads it`, async () => {
    const { db, storage, file } = await createFullWorkspace();
    const source = readDatabase(db, storage, { personal: true });
    const { path, written } = await exportTo(name, source);
    const read = await open(path);
    const lines = await collectLines(source);
    const fromFile = await collectLines(read);
    expect({ ...fromFile, files: [] }).toEqual({ ...lines, files: [] });
    expect(fromFile.files).toMatchObject(lines.files);
    const sha256 = createHash('sha256').update(PNG).digest('hex');
    expect(fromFile.files[0]).toMatchObject({ id: file.id, sha256 });
    for (const { id, size } of fromFile.files) {
      const bytes = await read.openFile(id);
      expect((await buffer(bytes ?? Readable.from([]))).length).toBe(size);
    }
    expect(written.missing).toEqual([]);
    expect(read.manifest).toMatchObject({
      ...FACTS,
      format: 'snug-export',
      version: 1,
      counts: written.counts,
    });
    expect(written.counts).toMatchObject({ people: 5, rooms: 4, files: 2, emoji: 3 });
    expect(Object.keys(read.manifest.entries ?? {})).toContain('files.jsonl');
    const paths = form === 'a folder' ? [path, ...listAll(path)] : [path];
    expect(paths.filter(each => (statSync(each).mode & 0o077) !== 0)).toEqual([]);
  });

function listAll(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(path => join(folder, path));
}

test('a stream has the same bytes as the file', async () => {
  const { db, storage } = await createFullWorkspace();
  const source = readDatabase(db, storage);
  const { path } = await exportTo('all.zip', source);
  expect(await buffer(createExportStream({ source, facts: FACTS }))).toEqual(readFileSync(path));
});

test('a file without bytes is a line without a hash, and counts as missing', async () => {
  const { db, storage, file } = await createFullWorkspace();
  const source = readDatabase(db, storage);
  const { path, written } = await exportTo('all.zip', {
    ...source,
    openFile: async id => (id === file.id ? undefined : source.openFile(id)),
  });
  expect(written.missing).toEqual([file.id]);
  const read = await open(path);
  expect(read.manifest.missingFiles).toBe(1);
  expect((await collectLines(read)).files[0]).not.toHaveProperty('sha256');
  expect(await read.openFile(file.id)).toBeUndefined();
});

test('an export that fails leaves nothing behind', async () => {
  const { db, storage } = await createFullWorkspace();
  const folder = temporaryFolder();
  const source = readDatabase(db, storage);
  const failing: LineSource = {
    ...source,
    async *emoji() {
      yield* source.emoji();
      throw new Error('The database is gone');
    },
  };
  for (const name of ['all.zip', 'all'])
    await expect(writeExport({ path: join(folder, name), source: failing, facts: FACTS })).rejects.toThrow(
      'gone',
    );
  expect(readdirSync(folder)).toEqual([]);
  writeFileSync(join(folder, 'all'), '');
  await expect(writeExport({ path: join(folder, 'all'), source, facts: FACTS })).rejects.toThrow(
    'already exists',
  );
});

test('a changed, cut or foreign entry is refused with its name', async () => {
  const { db, storage } = await createFullWorkspace();
  const { path } = await exportTo('all', readDatabase(db, storage));
  const people = join(path, 'people.jsonl');
  const text = readFileSync(people, 'utf8');
  writeFileSync(people, text.replace('Ben', 'Eve'));
  await expect(open(path).then(collectLines)).rejects.toThrow('people.jsonl is not as it was written');
  writeFileSync(people, `${text}{"id":"x"}\n`);
  await expect(open(path).then(collectLines)).rejects.toThrow('Line 6 of people.jsonl');
  writeFileSync(people, `${text}{"id"`);
  await expect(open(path).then(collectLines)).rejects.toThrow('is no JSON');
  const manifest = join(path, 'manifest.json');
  const stored = JSON.parse(readFileSync(manifest, 'utf8')) as object;
  writeFileSync(manifest, JSON.stringify({ ...stored, version: 2 }));
  await expect(open(path)).rejects.toThrow('newer Snug');
  writeFileSync(manifest, '{}');
  await expect(open(path)).rejects.toThrow('no export of Snug');
});
