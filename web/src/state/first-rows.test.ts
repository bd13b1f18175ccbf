import { expect, test } from 'vitest';
import { FirstRows } from './first-rows.ts';

function createReads() {
  const answers: PromiseWithResolvers<string[]>[] = [];
  const rows = new FirstRows(() => {
    const answer = Promise.withResolvers<string[]>();
    answers.push(answer);
    return answer.promise;
  });
  return { rows, answers };
}

test('an edit that is faster than an older result applies to it, in the order of all', async () => {
  const { rows, answers } = createReads();
  const read = rows.read(3);
  rows.edit(list => list.filter(row => row !== 'deleted'));
  rows.edit(list => ['new', ...list]);
  answers[0]?.resolve(['deleted', 'old']);
  expect(await read).toEqual(['new', 'old']);
});

test('an edit applies once to each read that runs, and not to later ones', async () => {
  const { rows, answers } = createReads();
  const reads = [rows.read(1), rows.read(1)];
  rows.edit(list => ['new', ...list]);
  for (const { resolve } of answers) resolve(['old']);
  expect(await Promise.all(reads)).toEqual([
    ['new', 'old'],
    ['new', 'old'],
  ]);
  const later = rows.read(1);
  answers[2]?.resolve(['new', 'old']);
  expect(await later).toEqual(['new', 'old']);
});
