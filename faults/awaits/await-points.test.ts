import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listAwaitPoints, markAwaits, POINT_FUNCTION } from './await-points.ts';

const SOURCE = join(import.meta.dirname, '..', '..', 'server', 'src');
const PATHS = [
  'notifications',
  'programs/outbound',
  'mail',
  'people/members/default-level.ts',
  'people/members/default-level-store.ts',
];

test('each await calls the function before it begins, and its value stays', async () => {
  const source = `
    const one = await get(1);
    if (one) await get(2);
    const list = [...(await get([3])), one ?? (await get(4)), { four: await get(4) }];
    for await (const each of [5]) list.push(each);
    return list.concat(one === 1 ? await get(6) : await get(7));`;
  const calls: unknown[] = [];
  const get = async (value: unknown) => {
    calls.push(['get', value]);
    return value;
  };
  const run = Object.getPrototypeOf(get).constructor(POINT_FUNCTION, 'get', markAwaits(source));
  const values = await run((number: number) => calls.push(number), get);
  expect(values).toEqual([3, 1, { four: 4 }, 5, 6]);
  expect(calls).toEqual([1, ['get', 1], 2, ['get', 2], 3, ['get', [3]], 5, ['get', 4], 6, ['get', 6]]);
});

test('each module of the notifications stays valid with its points', () => {
  const points = listAwaitPoints(PATHS);
  const files = new Set(points.map(({ file }) => file));
  expect(files.size).toBeGreaterThan(20);
  for (const file of files) {
    const marked = markAwaits(readFileSync(join(SOURCE, file), 'utf8'));
    expect(() => stripTypeScriptTypes(marked)).not.toThrow();
    const count = points.filter(point => point.file === file).length;
    expect([file, marked.split(POINT_FUNCTION).length - 1]).toEqual([file, count]);
  }
});
