import { expect, test } from 'vitest';
import { formatError } from './cli.ts';

const USER = { uid: 10_001, gid: 10_001, username: 'snug' };

function createError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

test('a missing file is named', () => {
  const missing = createError('ENOENT', "ENOENT: no such file or directory, open '/data/snug.tar'");
  expect(formatError(Object.assign(missing, { path: '/data/snug.tar' }), USER)).toBe(
    'There is no /data/snug.tar.',
  );
});

test('a missing right names the user that the command runs as', () => {
  const denied = createError('EACCES', "EACCES: permission denied, open '/root/snug.tar'");
  expect(formatError(denied, USER)).toBe(
    "EACCES: permission denied, open '/root/snug.tar'. This command runs as snug (10001): choose a folder of this user, or give it the file with chown.",
  );
  expect(formatError(createError('ENOSPC', 'ENOSPC: no space left'), USER)).toBe('ENOSPC: no space left.');
});
