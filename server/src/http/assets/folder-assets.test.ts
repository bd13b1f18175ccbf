import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/database.ts';
import { findPublishedAsset, publishAssets } from './folder-assets.ts';

function createBuild(...names: string[]): string {
  const folder = temporaryFolder();
  for (const name of names) writeFileSync(join(folder, name), `content of ${name}`);
  return folder;
}

/** As if all builds had been published earlier. */
function age(published: string, ms: number): void {
  for (const name of readdirSync(published)) {
    const path = join(published, name);
    const at = new Date(statSync(path).mtimeMs - ms);
    utimesSync(path, at, at);
  }
}

test('a node finds the assets of another build', async () => {
  const published = join(temporaryFolder(), 'assets');
  await publishAssets(createBuild('app-1.js', 'app-1.js.br'), published);
  await publishAssets(createBuild('app-2.js'), published);
  for (const name of ['app-1.js', 'app-1.js.br', 'app-2.js']) {
    const folder = await findPublishedAsset(published, name);
    expect(readFileSync(join(folder ?? '', name), 'utf8')).toBe(`content of ${name}`);
  }
  expect(await findPublishedAsset(published, 'app-3.js')).toBe(undefined);
  expect(statSync(published).mode & 0o777).toBe(0o700);
});

test('nodes of one build that start at once publish it once', async () => {
  const published = join(temporaryFolder(), 'assets');
  const build = createBuild('app-1.js');
  await Promise.all(Array.from({ length: 5 }, () => publishAssets(build, published)));
  expect(readdirSync(published)).toHaveLength(1);
});

test('the three builds whose nodes started last are kept', async () => {
  const published = join(temporaryFolder(), 'assets');
  const names = ['app-1.js', 'app-2.js', 'app-3.js', 'app-4.js'];
  const start = async (name: string) => {
    if (readdirSync(join(published, '..')).includes('assets')) age(published, 1_000);
    await publishAssets(createBuild(name), published);
  };
  const list = () =>
    Promise.all(names.map(async name => (await findPublishedAsset(published, name)) !== undefined));
  for (const name of ['app-1.js', 'app-2.js', 'app-3.js', 'app-1.js', 'app-4.js']) await start(name);
  expect(await list()).toEqual([true, false, true, true]);
  expect(readdirSync(published)).toHaveLength(3);
});

test('an incomplete copy of a killed process serves nothing, and a later start removes it', async () => {
  const published = join(temporaryFolder(), 'assets');
  const incomplete = join(published, '.new-abc');
  mkdirSync(incomplete, { recursive: true });
  writeFileSync(join(incomplete, 'app-1.js'), 'half');
  await publishAssets(createBuild('app-2.js'), published);
  expect(await findPublishedAsset(published, 'app-1.js')).toBe(undefined);
  age(published, 2 * 60 * 60_000);
  await publishAssets(createBuild('app-2.js'), published);
  expect(readdirSync(published), 'perhaps only the clocks differ').toContain('.new-abc');
  age(published, 25 * 60 * 60_000);
  await publishAssets(createBuild('app-2.js'), published);
  expect(readdirSync(published)).not.toContain('.new-abc');
});

test('a start fails with one line if the assets cannot be copied', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  await expect(publishAssets(createBuild('app-1.js'), join(folder, 'file'))).rejects.toThrow(
    /^The assets cannot be copied to .*file \(EEXIST\)\.$/,
  );
  rmSync(folder, { recursive: true });
  expect(await findPublishedAsset(folder, 'app-1.js')).toBe(undefined);
});
