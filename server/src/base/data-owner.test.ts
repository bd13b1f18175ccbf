import { chownSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { becomeDataOwner } from './data-owner.ts';

function createIdentity(uid: number) {
  const calls: string[] = [];
  return {
    calls,
    identity: {
      getuid: () => uid,
      setgroups: (ids: readonly (string | number)[]) => void calls.push(`groups ${ids.join()}`),
      setgid: (id: string | number) => void calls.push(`group ${id}`),
      setuid: (id: string | number) => void calls.push(`user ${id}`),
    },
  };
}

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'snug-owner-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test.runIf(process.getuid?.() === 0)('root goes on as the owner of the data folder', () => {
  const folder = createFolder();
  chownSync(folder, 10_001, 10_002);
  const { calls, identity } = createIdentity(0);
  expect(becomeDataOwner(folder, identity)).toEqual({ uid: 10_001, gid: 10_002 });
  expect(calls).toEqual(['groups 10002', 'group 10002', 'user 10001']);
});

test('a path that leads nowhere is left to the command', () => {
  const loop = join(createFolder(), 'loop');
  symlinkSync('loop', loop);
  const { calls, identity } = createIdentity(0);
  for (const path of [loop, join(loop, 'data'), `/${'x'.repeat(5_000)}`])
    expect(becomeDataOwner(path, identity)).toBeUndefined();
  expect(calls).toEqual([]);
});

test.runIf(process.getuid?.() === 0)('root stays root on a folder of its own', () => {
  const { calls, identity } = createIdentity(0);
  expect(becomeDataOwner(createFolder(), identity)).toBeUndefined();
  expect(calls).toEqual([]);
});

test.each([
  ['another user', 1_000, tmpdir()],
  ['root without a folder in the settings', 0, undefined],
  ['root before the first start', 0, join(tmpdir(), 'snug-none', 'data')],
])('%s stays as it is', (_name, uid, folder) => {
  const { calls, identity } = createIdentity(uid);
  expect(becomeDataOwner(folder, identity)).toBeUndefined();
  expect(calls).toEqual([]);
});

test('a system without users, such as Windows, has no owner', () => {
  expect(becomeDataOwner(tmpdir(), {})).toBeUndefined();
});
