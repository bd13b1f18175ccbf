import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readSystemCalls, type SystemCall } from './system-calls.ts';

function readLines(...lines: string[]): Partial<SystemCall>[] {
  const folder = mkdtempSync(join(tmpdir(), 'snug-calls-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'log'), lines.map(line => `${line}\n`).join(''));
  return readSystemCalls(join(folder, 'log'));
}

const SOCKET = '25<\\x73\\x6f\\x63\\x6b\\x65\\x74\\x3a\\x5b\\x39\\x5d>';
const HI = '"\\x68\\x69"';
const hi = { name: 'write', path: 'socket:[9]', bytes: Buffer.from('hi') };

test('a call is read with its file, its bytes and its result', () => {
  expect(readLines(`71  write(${SOCKET}, ${HI}, 2) = 2`)).toMatchObject([{ ...hi, failed: false }]);
  expect(readLines(`71  write(${SOCKET}, ${HI}, 2) = -1 EPIPE (Broken pipe)`)).toMatchObject([
    { ...hi, failed: true },
  ]);
  const parts = `[{iov_base="\\x68", iov_len=1}, {iov_base="\\x69", iov_len=1}], 2`;
  expect(readLines(`71  writev(${SOCKET}, ${parts}) = 2`)).toMatchObject([{ ...hi, name: 'writev' }]);
});

test('a call during the calls of other threads is read at its end', () => {
  const lines = [
    `71  write(${SOCKET}, ${HI}, 2 <unfinished ...>`,
    '72  fsync(7<\\x61>) = 0',
    '71  <... write resumed>) = 2',
  ];
  expect(readLines(...lines)).toMatchObject([
    { name: 'fsync', path: 'a', began: 1, ended: 1 },
    { ...hi, failed: false, began: 0, ended: 2 },
  ]);
});

test.each([
  [`71  write(${SOCKET}, ${HI}, 2 <detached ...>`],
  [`71  write(${SOCKET}, ${HI}, 2 <unfinished ...>`, '71  <... write resumed> <detached ...>'],
  [`71  write(${SOCKET}, ${HI}, 2 <unfinished ...>`],
])('a call whose end the trace does not contain has begun, and counts as failed: %s', (...lines) => {
  expect(readLines(...lines)).toMatchObject([{ ...hi, failed: true, began: 0 }]);
});
