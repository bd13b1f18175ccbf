import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './run.mjs';

const FOLDER = join(ROOT, 'docs/decisions');
const files = readdirSync(FOLDER).filter(name => /^\d/.test(name));

test('each decision has a number of its own, which is in its heading', () => {
  const numbers = files.map(name => Number.parseInt(name, 10));
  expect(new Set(numbers).size).toBe(files.length);
  const headings = files.map(name =>
    Number(/^# (\d+)\. /.exec(readFileSync(join(FOLDER, name), 'utf8'))?.[1]),
  );
  expect(headings).toEqual(numbers);
});

test('the index lists each decision once, under its heading', () => {
  const index = readFileSync(join(FOLDER, 'README.md'), 'utf8');
  const listed = [...index.matchAll(/^- \[(.+)\]\((.+\.md)\)$/gm)].map(
    ([, title, file]) => `${file} ${title}`,
  );
  const expected = files.map(name => {
    const [heading = ''] = readFileSync(join(FOLDER, name), 'utf8').split('\n');
    return `${name} ${heading.replace(/^# /, '')}`;
  });
  expect(listed.toSorted()).toEqual(expected.toSorted());
});
