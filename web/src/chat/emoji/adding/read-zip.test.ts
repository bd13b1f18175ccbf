import { strToU8, type Zippable, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { collectPictures } from './collect-pictures.ts';
import { readZip, type ZipLimits } from './read-zip.ts';

const LIMITS: ZipLimits = {
  isWanted: name => name.endsWith('.png'),
  maxZipBytes: 1_000_000,
  maxFileBytes: 1_000,
  maxBytes: 100_000,
  maxFiles: 5,
};

function toZip(files: Zippable, name = 'emoji.zip'): File {
  return new File([zipSync(files)], name);
}

async function read(zip: Blob, limits: Partial<ZipLimits> = {}): Promise<Record<string, string>> {
  const files = await readZip(zip, { ...LIMITS, ...limits });
  return Object.fromEntries(
    await Promise.all(files.map(async file => [file.name, await file.text()] as const)),
  );
}

test('the wanted files of a zip are as they were, stored or compressed', async () => {
  const zip = toZip({
    'a.png': strToU8('first'),
    'sub/größe.png': [strToU8('second'), { level: 0 }],
    'notes.txt': strToU8('no picture'),
  });
  expect(await read(zip)).toEqual({ 'a.png': 'first', 'sub/größe.png': 'second' });
});

test('a zip with more files ends after the allowed number', async () => {
  const files = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`${index}.png`, strToU8('x')]));
  expect(Object.keys(await read(toZip(files)))).toHaveLength(5);
});

test('a file that is too large ends after one byte more, and the others stay', async () => {
  const zip = toZip({ 'large.png': new Uint8Array(5_000), 'small.png': strToU8('fine') });
  const files = await read(zip);
  expect(files['large.png']).toHaveLength(1_001);
  expect(files['small.png']).toBe('fine');
});

test('a bomb is rejected before it is unpacked', async () => {
  const bomb = toZip({ 'a.png': new Uint8Array(30_000_000) });
  expect(bomb.size).toBeLessThan(100_000);
  await expect(readZip(bomb, LIMITS)).rejects.toMatchObject({ reason: 'large' });
  const many = Object.fromEntries(
    Array.from({ length: 5 }, (_, index) => [`${index}.png`, new Uint8Array(50_000)]),
  );
  await expect(readZip(toZip(many), LIMITS)).rejects.toMatchObject({ reason: 'large' });
  await expect(readZip(new Blob([new Uint8Array(2_000_000)]), LIMITS)).rejects.toMatchObject({
    reason: 'large',
  });
});

test('what is no zip is rejected', async () => {
  for (const bytes of ['', 'not a zip', '\x89PNG'.repeat(10_000)])
    await expect(readZip(new Blob([bytes]), LIMITS)).rejects.toMatchObject({ reason: 'broken' });
});

test('a damaged picture does not stop the others', async () => {
  const bytes = zipSync({ 'a.png': strToU8('abcdefgh'.repeat(20)), 'b.png': strToU8('fine') });
  const start = 30 + 'a.png'.length;
  bytes.fill(0xff, start, start + 4);
  const files = await read(new Blob([bytes]));
  expect(files['b.png']).toBe('fine');
});

test('a reader can stop', async () => {
  const stop = AbortSignal.abort(new Error('stopped'));
  await expect(readZip(toZip({ 'a.png': strToU8('x') }), LIMITS, stop)).rejects.toThrow('stopped');
});

const collect = (files: readonly File[]) => collectPictures(files, async () => readZip);

test('each chosen file is a picture, or has its own problem', async () => {
  const { pictures } = await collect([
    new File(['x'], 'ok.PNG'),
    new File(['x'], 'pasted', { type: 'image/webp' }),
    new File(['x'], 'drawing.svg', { type: 'image/svg+xml' }),
    new File([], 'empty.gif'),
    new File([new Uint8Array(1_000_001)], 'large.jpg'),
    new File(['not a zip'], 'broken.zip'),
    toZip({ 'in.webp': strToU8('x'), '__MACOSX/._in.webp': strToU8('x'), 'dir/.hidden.png': strToU8('x') }),
  ]);
  expect(pictures.map(({ file, problem }) => [file.name, problem])).toEqual([
    ['ok.PNG', undefined],
    ['pasted', undefined],
    ['drawing.svg', 'noPicture'],
    ['empty.gif', 'noPicture'],
    ['large.jpg', 'tooLarge'],
    ['broken.zip', 'zipBroken'],
    ['in.webp', undefined],
  ]);
});

test('other files of a chosen folder are left out', async () => {
  const inFolder = (path: string) =>
    Object.defineProperty(new File(['x'], path.split('/').at(-1) ?? ''), 'webkitRelativePath', {
      value: path,
    });
  const { pictures } = await collect(['set/a.png', 'set/readme.md', 'set/.DS_Store'].map(inFolder));
  expect(pictures.map(({ file }) => file.name)).toEqual(['a.png']);
});
