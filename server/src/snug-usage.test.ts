import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8');

test('`snug` without a command lists each command, those of `snug admin`, and the options of a backup', () => {
  const entry = read('snug.ts');
  const [usage = ''] = /(?<=const USAGE = `)[^`]+/.exec(entry) ?? [];
  const commands = [...entry.matchAll(/^ {2}'?([a-z-]+)'?: (?:async )?\(\) =>/gm)].map(([, name]) => name);
  const adminCommands = [...read('app/admin-cli/admin-main.ts').matchAll(/^ {2}'([a-z]+)\b.*',$/gm)].map(
    ([, name]) => `admin .*${name}`,
  );
  expect([commands.length, adminCommands.length]).toEqual([13, 7]);
  for (const name of [...commands, ...adminCommands, 'backup .*--keep', 'backup .*--without-files'])
    expect(usage).toMatch(new RegExp(`^  snug ${name}\\b`, 'm'));
});
