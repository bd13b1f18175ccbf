import { expect, test } from 'vitest';
import { estimateTemporaryBytes } from './needed-space.ts';

function createArchive(sizes: Readonly<Record<string, number>>) {
  return { entries: new Map(Object.entries(sizes).map(([path, size]) => [path, { size }])) };
}

test('messages that are sorted are there twice while they are merged, and files are not', () => {
  const archive = createArchive({ 'general.json': 100, 'media/picture.png': 5_000, 'old/export.JSONL': 20 });
  for (const kind of ['discord', 'matrix', 'mattermost'] as const)
    expect(estimateTemporaryBytes(kind, archive)).toBe(240);
});

test('a database is copied with what is not written into it so far', () => {
  const database = { 'db/production.sqlite3': 300, 'db/production.sqlite3-wal': 30 };
  const archive = createArchive({ ...database, 'files/ab/cd/abcdef': 5_000 });
  expect(estimateTemporaryBytes('campfire', archive)).toBe(330);
  expect(estimateTemporaryBytes('campfire', createArchive({ copy: 300 }))).toBe(300);
});

test('archives that are read in their order need none', () => {
  for (const kind of ['slack', 'snug'] as const)
    expect(estimateTemporaryBytes(kind, createArchive({ 'general/2026-01-01.json': 100 }))).toBe(0);
});
