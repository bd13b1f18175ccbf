import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { createReportFolder, NO_REPORT } from './report-folder.ts';

test('only the owner can read a report, and it has no token', () => {
  const report = createReportFolder(join(temporaryFolder(), 'import-report'));
  const path = report.path ?? '';
  const item = { text: 'private', url: 'https://files.slack.com/a?t=xoxe-1-secret' };
  report.addSkipped({ kind: 'message', reason: 'empty', room: 'general', item }, 1);
  report.addSkipped({ kind: 'reaction', reason: 'unknown_emoji' }, 3);
  report.addSkipped({ kind: 'message', reason: 'long', item: { text: 'x'.repeat(70_000) } }, 1);
  report.write('report.txt', 'see https://files.slack.com/a?t=xoxe-1-secret\n');
  report.close();
  expect(statSync(path).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(path)) expect(statSync(join(path, name)).mode & 0o777).toBe(0o600);
  const all = readdirSync(path)
    .map(name => readFileSync(join(path, name), 'utf8'))
    .join('\n');
  expect(all).not.toContain('secret');
  const lines = readFileSync(join(path, 'skipped.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
  expect(lines).toMatchObject([
    { kind: 'message', reason: 'empty', room: 'general', item: { text: 'private' } },
    { kind: 'reaction', reason: 'unknown_emoji', count: 3 },
    { reason: 'long', item: expect.any(String) },
  ]);
});

test('a report never replaces an earlier one, in which somebody may have edited people.csv', () => {
  const folder = join(temporaryFolder(), 'import-report');
  mkdirSync(folder);
  writeFileSync(join(folder, 'people.csv'), 'mine');
  const report = createReportFolder(folder);
  report.write('people.csv', 'new');
  report.close();
  expect(report.path).toBe(`${folder}-2`);
  expect(readFileSync(join(folder, 'people.csv'), 'utf8')).toBe('mine');
});

test('a folder that cannot be made names the way out', () => {
  const path = join(temporaryFolder(), 'missing', 'report');
  expect(() => createReportFolder(path)).toThrow('use --report none');
  expect(NO_REPORT.path).toBeUndefined();
});
