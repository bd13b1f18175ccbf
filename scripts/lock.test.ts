import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isLocked, withLock } from './lock.mjs';

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'snug-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Takes the lock, and keeps it until its input ends. */
const HOLDER = `
  const [path, folder] = process.argv.slice(1);
  const { withLock } = await import(path);
  await withLock(folder, async () => {
    process.stdout.write('locked');
    await new Promise(resolve => process.stdin.on('end', resolve).resume());
  });
`;

async function startHolder(folder: string) {
  const args = ['--input-type=module', '-e', HOLDER, join(import.meta.dirname, 'lock.mjs'), folder];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

test('two processes never work in one folder at the same time', async () => {
  const folder = createFolder();
  const holder = await startHolder(folder);
  const steps: string[] = [];
  const work = withLock(folder, async () => void steps.push('after it'));
  await withLock(createFolder(), async () => void steps.push('in another folder'));
  steps.push('end of the holder');
  holder.stdin.end();
  await work;
  expect(steps).toEqual(['in another folder', 'end of the holder', 'after it']);
  expect(isLocked(folder)).toBe(false);
});

test('a process that was killed leaves no lock', async () => {
  const folder = createFolder();
  const holder = await startHolder(folder);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  expect(existsSync(join(folder, '.snug-lock'))).toBe(true);
  await withLock(folder, async () => {});
});

test('work that fails ends its lock', async () => {
  const folder = createFolder();
  await expect(withLock(folder, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(isLocked(folder)).toBe(false);
});

test('a lock of this process number is one that an earlier process left', async () => {
  const folder = createFolder();
  writeFileSync(join(folder, '.snug-lock'), String(process.pid));
  await withLock(folder, async () => {});
  expect(isLocked(folder)).toBe(false);
});
