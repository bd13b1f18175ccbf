import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDatabase } from '../../testing/database.ts';
import { KEY_OWNERS } from './key-owners.ts';

const SOURCE = join(import.meta.dirname, '..', '..');

/** Columns whose names sound like those of keys, with what they have instead. */
const OTHER_COLUMNS: Readonly<Record<string, string>> = {
  'emoji.bytes': 'a number',
  'emoji.key': 'a name as it is compared',
  'emoji.picture': 'the name of a row in emoji_pictures',
  'emoji_pictures.picture': 'its own name',
  'jobs.key': 'a part of the name of a job',
  'logo_pictures.bytes': 'the bytes themselves',
  'logo_pictures.picture': 'its own name',
  'messages.fileId': 'the id of a row in files',
  'messages.fileKind': 'a word',
  'meta.key': 'the name of a value',
  'passkeys.publicKey': 'of a device',
  'reports.sentFile': 'the id of a row in files',
  'reports.sentFileName': 'a name',
};

/** The code that stores bytes, with the owner of its keys. */
const WRITERS: Readonly<Record<string, string>> = {
  'files/upload-receiver.ts': 'files.key',
  'moving/import/apply/imported-files.ts': 'files.key',
  'moving/import/apply/imported-people.ts': 'users.avatar',
  'people/profiles/avatar-service.ts': 'users.avatar',
};

/** They move bytes whose rows exist, remove their own, or store those of their build again at each start. */
const MOVERS =
  /^(?:backup|http\/assets|app\/(?:files-cli|doctor)|files\/storage|testing)\/|\.test\.ts$|\/testing\//;

test('each column with keys of the storage has its owner, or its reason', async () => {
  const { db } = await temporaryDatabase();
  const tables = await db.introspection.getTables();
  const columns = tables.flatMap(({ name, columns }) => columns.map(column => `${name}.${column.name}`));
  const suspects = columns.filter(column => /\..*(?:key|avatar|picture|file|path|bytes)/i.test(column));
  const owned = KEY_OWNERS.map(({ column }) => column);
  const known = new Set([...owned, ...Object.keys(OTHER_COLUMNS)]);
  expect(suspects.filter(column => !known.has(column) && !column.startsWith('search_'))).toEqual([]);
  expect(columns).toEqual(expect.arrayContaining(owned));
});

test('all code that stores bytes names an owner of its keys', () => {
  const paths = globSync('**/*.ts', { cwd: SOURCE }).filter(path => !MOVERS.test(path));
  const writers = paths.filter(path =>
    /\bstorage\.(?:put|moveFrom)\(/.test(readFileSync(join(SOURCE, path), 'utf8')),
  );
  expect(writers.toSorted()).toEqual(Object.keys(WRITERS).toSorted());
  const owned = KEY_OWNERS.map(({ column }) => column);
  expect(Object.values(WRITERS).filter(column => !owned.includes(column))).toEqual([]);
});
