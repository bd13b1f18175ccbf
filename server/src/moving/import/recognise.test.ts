import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { joinArchives } from '../archive/join-archives.ts';
import { openArchive } from '../archive/open-archive.ts';
import { makeZip } from '../archive/testing/make-zip.ts';
import { recognise } from './recognise.ts';

/** The kind, also in a folder, and under other names, as a zip and as a folder. */
async function recogniseFiles(files: Record<string, string>): Promise<string[]> {
  const folder = temporaryFolder();
  const zip = join(temporaryFolder(), 'anything');
  writeFileSync(zip, makeZip(Object.entries(files).map(([name, content]) => ({ name, content }))));
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, 'inside', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  const kinds: string[] = [];
  for (const path of [zip, folder, join(folder, 'inside')]) {
    const archive = await openArchive(path);
    kinds.push(await recognise(archive).catch((error: Error) => error.message.replaceAll(/inside\//g, '')));
    await archive.close();
  }
  return kinds;
}

const DISCORD = '{\n "guild": { "id": "1" }, "channel": { "id": "2" }, "messages": [] }';

test.each([
  ['slack', { 'users.json': '[]', 'channels.json': '[]', 'general/2026-01-01.json': '[]' }],
  ['slack', { 'users.json': '[]', 'dms.json': '[]' }],
  ['snug', { 'people.jsonl': '', 'manifest.json': '{"format":"snug-export","version":1}' }],
  ['mattermost', { 'import.jsonl': '{"type":"version","version":1}\n', 'data/a.png': 'x' }],
  ['discord', { 'Server - general [1].json': DISCORD, 'media/a.png': 'x' }],
  ['matrix', { 'export.json': '\uFEFF{"room_name":"Team","exported_by":"Ann","messages":[]}' }],
])('%s is recognised by its content', async (kind, files) => {
  expect(await recogniseFiles(files)).toEqual([kind, kind, kind]);
});

test('a single file needs no name, and several are one', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'a'), DISCORD);
  writeFileSync(join(folder, 'b'), DISCORD);
  const archive = joinArchives([await openArchive(join(folder, 'a')), await openArchive(join(folder, 'b'))]);
  expect(await recognise(archive)).toBe('discord');
  expect([archive.title, ...archive.entries.keys()]).toEqual(['a and 1 more', 'a', 'b']);
  expect((await archive.read('b', 1_000)).toString()).toBe(DISCORD);
});

test.each([
  [{ 'realm.json': '{"zerver_realm": []}' }, 'is a Zulip export, which Snug cannot read.'],
  [{ 'result.json': '{"messages":[{"from_id":"user123"}]}' }, 'is a Telegram export, which'],
  [
    { 'a.txt': 'x', 'b.txt': 'y' },
    'has 2 files, such as "a.txt", "b.txt", and is no export that Snug knows.',
  ],
])('%j: one line says what was found', async (files, line) => {
  const [found = ''] = await recogniseFiles(files);
  expect(found).toContain(line);
  expect(found).not.toContain('\n');
});

test('an empty folder is none', async () => {
  await expect(openArchive(temporaryFolder()).then(recognise)).rejects.toThrow('is empty. Snug reads');
});
