import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import type { Archive } from './archive.ts';
import { ArchiveError, InvalidJsonError } from './archive-error.ts';
import { openArchive } from './open-archive.ts';
import { makeZip, type ZipFile } from './testing/make-zip.ts';

async function open(zip: Buffer, name = 'export.zip'): Promise<Archive> {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, zip);
  const archive = await openArchive(path);
  onTestFinished(async () => await archive.close());
  return archive;
}

async function openFiles(...files: ZipFile[]): Promise<Archive> {
  return await open(makeZip(files));
}

const MIB = 2 ** 20;

test('reads packed and stored entries, at once and as a stream', async () => {
  const large = Buffer.alloc(9 * MIB, 'a line of text that repeats\n');
  const archive = await openFiles(
    { name: 'general/2024-01-01.json', content: '[1,2]' },
    { name: 'stored.txt', content: 'as it is', isStored: true },
    { name: 'empty.txt', isStored: true },
    { name: 'empty-packed.txt' },
    { name: 'large.txt', content: large, isStored: true },
    { name: 'folder/' },
  );
  expect(archive.title).toBe('export.zip');
  expect([...archive.entries].map(([path, { size }]) => [path, size])).toEqual([
    ['general/2024-01-01.json', 5],
    ['stored.txt', 8],
    ['empty.txt', 0],
    ['empty-packed.txt', 0],
    ['large.txt', 9 * MIB],
  ]);
  expect(await archive.readJson('general/2024-01-01.json')).toEqual([1, 2]);
  for (const [path, text] of [
    ['general/2024-01-01.json', '[1,2]'],
    ['stored.txt', 'as it is'],
    ['empty.txt', ''],
    ['empty-packed.txt', ''],
  ] as const) {
    expect(String(await archive.read(path, 10))).toBe(text);
    expect(String(await buffer(await archive.open(path)))).toBe(text);
  }
  expect((await archive.read('large.txt', 10 * MIB)).equals(large)).toBe(true);
  expect((await buffer(await archive.open('large.txt'))).equals(large)).toBe(true);
});

test('an entry that is read only in part leaves the archive open', async () => {
  const large = randomBytes(MIB);
  const archive = await openFiles(
    { name: 'stored.bin', content: large, isStored: true },
    { name: 'packed.bin', content: large },
    { name: 'small.txt', content: 'small' },
  );
  for (const path of ['stored.bin', 'packed.bin']) {
    for await (const _ of await archive.open(path)) break;
    const left = await archive.open(path);
    left.destroy();
    await finished(left).catch(() => {});
    expect(String(await buffer(await archive.open('small.txt')))).toBe('small');
    expect((await buffer(await archive.open(path))).equals(large)).toBe(true);
  }
});

test('reads entries of a zip64, also several at the same time', async () => {
  const files = Array.from({ length: 40 }, (_, n) => ({
    name: `${n}.json`,
    content: JSON.stringify('x'.repeat(n * 5000)),
    isZip64: true,
  }));
  const archive = await openFiles(...files);
  const read = await Promise.all(files.map(async ({ name }) => await archive.readJson(name)));
  expect(read).toEqual(files.map(({ content }) => JSON.parse(content)));
});

test('accepts a zip by its content, and another file as an archive of one', async () => {
  const zip = makeZip([{ name: 'a.json', content: '1' }]);
  expect([...(await open(zip, 'export.bin')).entries.keys()]).toEqual(['a.json']);
  const single = await open(Buffer.from('{"type":"version"}\n'), 'posts.jsonl');
  expect([...single.entries]).toEqual([['posts.jsonl', expect.objectContaining({ size: 19 })]]);
  expect(await single.readJson('posts.jsonl')).toEqual({ type: 'version' });
});

test('returns the SHA-256 of the file', async () => {
  const zip = makeZip([{ name: 'a', content: 'b' }]);
  expect(await (await open(zip)).sha256()).toBe(createHash('sha256').update(zip).digest('hex'));
});

test('reads JSON with a byte order mark, and refuses 200,000 brackets', async () => {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  const archive = await openFiles(
    { name: 'bom.json', content: '\ufeff{"a":1}' },
    { name: 'deep.json', content: deep },
    { name: 'broken.json', content: '{"a":' },
  );
  expect(await archive.readJson('bom.json')).toEqual({ a: 1 });
  await expect(archive.readJson('deep.json')).rejects.toThrow(
    new InvalidJsonError('"deep.json" has more than 200 levels.'),
  );
  await expect(archive.readJson('broken.json')).rejects.toThrow(
    new InvalidJsonError('"broken.json" is not JSON.'),
  );
  expect(await archive.readJson('missing.json')).toBe(undefined);
  await expect(archive.read('missing.json', 10)).rejects.toThrow('The archive has no "missing.json".');
  await expect(archive.open('missing.json')).rejects.toThrow(ArchiveError);
});

test('bounds what it reads at once', async () => {
  const archive = await openFiles({ name: 'a.bin', content: '12345' });
  await expect(archive.read('a.bin', 4)).rejects.toThrow(
    '"a.bin" has 5 bytes. At most 4 bytes are possible.',
  );
});

test('decodes names: UTF-8 with and without its flag, decomposed letters, code page 437, old Windows paths', async () => {
  const archive = await openFiles(
    { name: 'größe/a' },
    { name: 'café/b', flags: 0 },
    { name: 'cafe\u0301/c' },
    { name: Buffer.from([0x81]), flags: 0 },
    { name: 'C\\d' },
    { name: './e' },
  );
  expect([...archive.entries.keys()]).toEqual(['größe/a', 'café/b', 'café/c', 'ü', 'C/d', 'e']);
});

test('leaves links and the files of operating systems out, and lists them', async () => {
  const archive = await openFiles(
    { name: 'link', content: '/etc/passwd', mode: 0o120777 },
    { name: '__MACOSX/channels.json' },
    { name: 'a/.DS_Store' },
    { name: 'a/._b.json' },
    { name: 'b.json', content: '1' },
  );
  expect([...archive.entries.keys()]).toEqual(['b.json']);
  expect(archive.skipped).toEqual([
    { path: 'link', reason: 'archive.link' },
    { path: '__MACOSX/channels.json', reason: 'archive.system' },
    { path: 'a/.DS_Store', reason: 'archive.system' },
    { path: 'a/._b.json', reason: 'archive.system' },
  ]);
});

test.each<[string, ZipFile[], string]>([
  ['a path up', [{ name: '../a' }], 'has a path that leads out of it: "../a"'],
  ['a path up in the middle', [{ name: 'a/../../b' }], 'has a path that leads out of it'],
  ['an old Windows path up', [{ name: '..\\a' }], 'has a path that leads out of it: "..\\\\a"'],
  ['a folder above', [{ name: 'a/../' }], 'has a path that leads out of it'],
  ['an absolute path', [{ name: '/etc/passwd' }], 'has an absolute path: "/etc/passwd"'],
  ['an absolute path after a dot', [{ name: './/etc/passwd' }], 'has an absolute path'],
  ['a network path', [{ name: '\\\\server\\share' }], 'has an absolute path'],
  ['a drive', [{ name: 'C:\\a' }], 'has an absolute path: "C:\\\\a"'],
  ['a drive without a slash', [{ name: 'c:a' }], 'has an absolute path'],
  ['both slashes', [{ name: 'a/b\\..\\c' }], 'has a name with / and \\'],
  ['a zero byte', [{ name: 'a\0.json' }], 'has a name with a zero byte: "a\\u0000.json"'],
  ['control characters', [{ name: '/\x1b[2J\x7f\x9b\u202e\n' }], '"/\\u001b[2J\\u{7f}\\u{9b}\\u{202e}\\n"'],
  ['a long name', [{ name: 'a'.repeat(1025) }], 'has a name that is too long'],
  ['a name twice', [{ name: 'a' }, { name: 'a' }], 'has the same name twice: "a"'],
  ['a name twice in two forms', [{ name: 'é' }, { name: 'e\u0301' }], 'has the same name twice'],
  ['encryption', [{ name: 'a', content: 'b', flags: 0x801 }], 'The zip is encrypted ("a")'],
  ['strong encryption', [{ name: 'a', flags: 0x841 }], 'The zip is encrypted'],
  ['another method', [{ name: 'a', method: 12 }], 'packs "a" with the unknown method 12'],
  [
    'a bomb',
    [{ name: 'a', content: Buffer.alloc(8 * MIB) }],
    'The zip unpacks "a" to more than 1000 times its size.',
  ],
  ['a claimed bomb', [{ name: 'a', content: 'b', size: 2 ** 31 }], 'more than 1000 times its size'],
  ['a stored entry of two sizes', [{ name: 'a', content: 'bc', isStored: true, size: 1 }], 'is damaged'],
  ['an entry beyond the file', [{ name: 'a', packedSize: 5000 }], 'overlap, or that lie outside'],
  ['an entry after the file', [{ name: 'a', start: 5000 }], 'overlap, or that lie outside'],
  [
    'two entries with the same bytes',
    [
      { name: 'a', content: 'b' },
      { name: 'c', content: 'b', start: 0 },
    ],
    'overlap, or that lie outside',
  ],
  ['an impossible size', [{ name: 'a', isZip64: true, packedSize: 2 ** 60 }], 'impossible size'],
])('refuses a zip with %s', async (_name, files, problem) => {
  const error = await open(makeZip(files)).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ArchiveError);
  expect((error as ArchiveError).message).toContain(problem);
  expect((error as ArchiveError).message).not.toMatch(/\p{Cc}/u);
});

test.each<[string, ZipFile]>([
  ['another sum', { name: 'a', content: 'text', crc: 1 }],
  ['another sum of a stored entry', { name: 'a', content: 'text', isStored: true, crc: 1 }],
  ['more bytes than announced', { name: 'a', content: 'text', size: 2 }],
  ['fewer bytes than announced', { name: 'a', content: 'text', size: 20 }],
  ['no bytes where some are announced', { name: 'a', size: 20 }],
  ['bytes that are not packed', { name: 'a', content: '\xff\xff\xff\xff', isStored: true, method: 8 }],
])('refuses an entry with %s, at once and as a stream', async (_name, file) => {
  const archive = await openFiles(file, { name: 'next' });
  await expect(archive.read('a', 100)).rejects.toThrow(ArchiveError);
  await expect(buffer(await archive.open('a'))).rejects.toThrow('"a" in the zip is damaged');
});

test('refuses data that begins in one entry and ends in the next', async () => {
  const zip = makeZip([
    { name: 'a', content: 'text', isStored: true },
    { name: 'b', content: 'text', isStored: true },
  ]);
  // The length of the extra field of the first header moves its data.
  zip.writeUInt16LE(4, 28);
  const archive = await open(zip);
  await expect(archive.read('a', 10)).rejects.toThrow('damaged');
  await expect(archive.open('a')).rejects.toThrow('damaged');
  expect(String(await archive.read('b', 10))).toBe('text');
});

test.each<[string, (zip: Buffer) => Buffer, string]>([
  ['without its end', zip => zip.subarray(0, -30), 'This is not a zip, or its end is missing.'],
  ['without its beginning', zip => zip.subarray(10), 'is damaged'],
  ['that is empty', () => Buffer.alloc(0), 'This is not a zip'],
  ['that is another file', () => Buffer.from('<!doctype html>'.repeat(9)), 'This is not a zip'],
  [
    'in several parts',
    zip => {
      zip.writeUInt16LE(1, zip.length - 18);
      return zip;
    },
    'The zip has several parts. Join them to one zip first.',
  ],
])('refuses a zip %s', async (_name, change, problem) => {
  const zip = change(makeZip([{ name: 'a', content: 'text' }]));
  await expect(open(Buffer.from(zip))).rejects.toThrow(problem);
});

test('refuses a zip with too many entries before it reads them', async () => {
  const zip = makeZip([{ name: 'a', isZip64: true }], { count: 5_000_001 });
  await expect(open(zip)).rejects.toThrow('The zip has 5000001 entries. At most 5000000 are possible.');
});

test('says why a path cannot be read', async () => {
  const path = join(temporaryFolder(), 'missing.zip');
  await expect(openArchive(path)).rejects.toThrow(new ArchiveError(`"${path}" cannot be read (ENOENT).`));
});
