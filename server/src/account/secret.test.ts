import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { StartError } from '../base/start-error.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { readOrCreateSecret } from './secret.ts';

test('the first start creates a secret for its owner, and later ones read it', () => {
  const folder = temporaryFolder();
  const secret = readOrCreateSecret(folder);
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(readdirSync(folder)).toEqual(['secret']);
  expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600);
  expect(readOrCreateSecret(folder)).toBe(secret);
});

test('an empty secret is an error and stays, because it may be in a backup', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'secret'), '\n');
  expect(() => readOrCreateSecret(folder)).toThrow(StartError);
  expect(() => readOrCreateSecret(folder)).toThrow(
    `${join(folder, 'secret')} is empty. Copy it from a backup`,
  );
  expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe('\n');
});

test('a secret that cannot be written leaves no file', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'secret.partial'));
  expect(() => readOrCreateSecret(folder)).toThrow('secret cannot be written (EISDIR). Check the disk');
  expect(readdirSync(folder)).toEqual(['secret.partial']);
});
