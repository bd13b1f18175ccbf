import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DiskStorage } from '../../files/storage/disk.ts';
import type { FileStorage } from '../../files/storage/storage.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { StoredAssets } from './stored-assets.ts';

function createBuild(...names: string[]): string {
  const folder = temporaryFolder();
  for (const name of names) writeFileSync(join(folder, name), `content of ${name}`);
  return folder;
}

/** A storage whose lists of builds get later times, and nodes with folders of their own. */
function createStorage() {
  const disk = new DiskStorage(join(temporaryFolder(), 'store'));
  const state = {
    fail: (_operation: string, _key: string): unknown => undefined,
    times: new Map<string, number>(),
  };
  const requests: string[] = [];
  const ask = (operation: string, key: string) => {
    requests.push(`${operation} ${key}`);
    const failure = state.fail(operation, key);
    if (failure instanceof Error) throw failure;
    return failure as Promise<never> | undefined;
  };
  const storage: FileStorage = {
    moveFrom: (path, key) => disk.moveFrom(path, key),
    async put(key, bytes) {
      await ask('put', key);
      state.times.set(key, state.times.size + requests.length);
      await disk.put(key, bytes);
    },
    async find(key) {
      await ask('find', key);
      const found = await disk.find(key);
      return found && { ...found, modifiedAt: new Date(state.times.get(key) ?? 0) };
    },
    async read(key, range) {
      await ask('read', key);
      return disk.read(key, range);
    },
    async list(folder, page) {
      await ask('list', folder);
      return disk.list(folder, page);
    },
    async remove(key) {
      await ask('remove', key);
      await disk.remove(key);
    },
  };
  const failures: unknown[] = [];
  const timers: (() => void)[] = [];
  const repeated = new Set<() => void>();
  const clock = {
    repeat(run: () => void) {
      repeated.add(run);
      return () => void repeated.delete(run);
    },
    setTimer(run: () => void) {
      timers.push(run);
      return () => {};
    },
  };
  const createNode = () => {
    const folder = join(temporaryFolder(), 'assets');
    return new StoredAssets({ storage, folder, clock, onFailure: error => failures.push(error) });
  };
  const listKeys = async (folder: string) => disk.list(folder, { limit: 100 });
  return { state, disk, requests, failures, timers, repeated, createNode, listKeys };
}

async function readAsset(node: StoredAssets, name: string): Promise<string | undefined> {
  const folder = await node.find(name);
  return folder && readFileSync(join(folder, name), 'utf8');
}

test('a node without a shared folder finds the assets of another build, and asks the storage once for each', async () => {
  const { createNode, requests } = createStorage();
  const [a, b] = [createNode(), createNode()];
  await a.publish(createBuild('app-1.js', 'app-1.js.br', 'big-1.js'));
  await b.publish(createBuild('app-2.js'));
  requests.length = 0;
  const found = await Promise.all(Array.from({ length: 5 }, () => readAsset(b, 'app-1.js')));
  expect(new Set(found)).toEqual(new Set(['content of app-1.js']));
  const folder = (await b.find('app-1.js')) ?? '';
  expect(readdirSync(folder).toSorted()).toEqual(['app-1.js', 'app-1.js.br']);
  expect(requests.filter(request => request.startsWith('read assets'))).toHaveLength(2);
  expect(await a.find('app-2.js')).toBeDefined();
  expect(await a.find('app-3.js')).toBe(undefined);
});

test('a page of a build that was published a moment ago finds its assets', async () => {
  const { createNode } = createStorage();
  const [a, b] = [createNode(), createNode()];
  await a.publish(createBuild('app-1.js'));
  expect(await b.find('app-2.js')).toBe(undefined);
  await a.publish(createBuild('app-2.js'));
  expect(await readAsset(b, 'app-2.js')).toBe('content of app-2.js');
});

test('a second start of a build lists it and stores nothing but its list', async () => {
  const { createNode, requests } = createStorage();
  const build = createBuild('app-1.js', 'app-1.css');
  await Promise.all([createNode().publish(build), createNode().publish(build)]);
  requests.length = 0;
  await createNode().publish(build);
  expect(requests.filter(request => !request.startsWith('find'))).toEqual([
    expect.stringMatching(/^list assets\/\d/),
    expect.stringMatching(/^put asset-builds\/\d/),
    'list asset-builds',
  ]);
});

test('the three builds whose nodes started last are kept', async () => {
  const { createNode, listKeys } = createStorage();
  for (const name of ['1', '2', '3', '1', '4']) await createNode().publish(createBuild(`app-${name}.js`));
  const node = createNode();
  const found = await Promise.all(['1', '2', '3', '4'].map(name => readAsset(node, `app-${name}.js`)));
  expect(found.map(text => text !== undefined)).toEqual([true, false, true, true]);
  expect(await listKeys('asset-builds')).toHaveLength(3);
  for (const name of ['5', '6']) await createNode().publish(createBuild(`app-${name}.js`));
  for (const name of ['5', '6']) await readAsset(node, `app-${name}.js`);
  expect(readdirSync(node.folder)).toHaveLength(3);
});

test('a node that is killed while it publishes or removes leaves no build with missing assets', async () => {
  const { createNode, listKeys, state } = createStorage();
  for (const name of ['1', '2', '3'])
    await createNode().publish(createBuild(`app-${name}.js`, `b-${name}.js`));
  const all = createBuild('app-4.js', 'b-4.js');
  for (let step = 0; ; step++) {
    let left = step;
    state.fail = operation => {
      if (['put', 'remove'].includes(operation) && left-- <= 0) return new Error('killed');
      return undefined;
    };
    const isDone = await createNode()
      .publish(all)
      .then(
        () => true,
        () => false,
      );
    state.fail = () => undefined;
    const node = createNode();
    for (const name of ['2', '3'])
      for (const file of ['app', 'b']) expect(await readAsset(node, `${file}-${name}.js`)).toBeDefined();
    const lists = await listKeys('asset-builds');
    for (const name of ['app-4.js', 'b-4.js'])
      expect([step, (await readAsset(node, name)) !== undefined]).toEqual([step, lists.length > 3 || isDone]);
    if (isDone) break;
  }
  expect(await listKeys('asset-builds')).toHaveLength(3);
});

test('if the storage is away or slow, the start goes on, and the assets are published later', async () => {
  const { createNode, failures, repeated, timers, state } = createStorage();
  const node = createNode();
  const build = createBuild('app-1.js');
  state.fail = () => new Error('away');
  await node.start(build);
  expect(failures).toEqual([new Error('away')]);
  const { promise: slow, resolve } = Promise.withResolvers<void>();
  state.fail = () => slow;
  repeated.forEach(run => run());
  state.fail = () => undefined;
  resolve();
  await expect.poll(() => repeated.size).toBe(0);
  expect(await readAsset(createNode(), 'app-1.js')).toBe('content of app-1.js');

  const { promise: hanging } = Promise.withResolvers<void>();
  state.fail = () => hanging;
  const begun = createNode().start(build);
  timers.forEach(run => run());
  (await begun)();
  expect(repeated.size).toBe(0);
});

test('names that are no file names lead nowhere', async () => {
  const { createNode, disk } = createStorage();
  const outside = join(temporaryFolder(), 'outside');
  mkdirSync(outside);
  for (const names of [['../x-12345678.js'], ['.hidden'], 'no list', { length: 1 }])
    await disk.put('asset-builds/0.0.0-forged', Buffer.from(JSON.stringify(names)));
  const node = createNode();
  for (const name of ['../x-12345678.js', '.hidden']) expect(await node.find(name)).toBe(undefined);
});
