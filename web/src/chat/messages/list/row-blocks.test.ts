import type { MessageFile } from '@snug/protocol';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Day, Row } from '../rows.ts';
import { RowBlocks } from './row-blocks.ts';

const PICTURE = { contentType: 'image/png', width: 30, height: 20 } as MessageFile;
const known = new Map<string, Row>();

/** The same object each time, as in a list. */
function row(id: number | string, change: Partial<Row> = {}): Row {
  const key = JSON.stringify([id, change]);
  const made =
    known.get(key) ?? ({ id: String(id), text: 'text', status: 'stored', startsRun: true, ...change } as Row);
  known.set(key, made);
  return made;
}

function rows(from: number, to: number): Row[] {
  return Array.from({ length: to - from }, (_, index) => row(from + index));
}

const divide = (blocks: RowBlocks, ...days: Row[][]) =>
  blocks.divide(days.map((rows, index): Day => ({ date: `day ${index}`, rows })));
const sizes = (divided: ReturnType<typeof divide>) =>
  divided.map(({ blocks }) => blocks.map(({ rows }) => rows.length));

test('an arrival changes only the last block, and begins a new one after thirty rows', () => {
  const list = new RowBlocks();
  const [before] = divide(list, rows(0, 75));
  expect(sizes([before!])).toEqual([[30, 30, 15]]);
  const [after] = divide(list, rows(0, 76));
  expect(after?.blocks.map((block, index) => block === before?.blocks[index])).toEqual([true, true, false]);
  expect(after?.blocks.at(-1)?.key).toBe(before?.blocks.at(-1)?.key);
  expect(sizes(divide(list, rows(0, 91)))).toEqual([[30, 30, 30, 1]]);
});

test('an older page is a block of its own and leaves the others as they are', () => {
  const list = new RowBlocks();
  const [before] = divide(list, rows(15, 45));
  const [after] = divide(list, rows(0, 45));
  expect(sizes([after!])).toEqual([[15, 30]]);
  expect(after?.blocks[1]).toBe(before?.blocks[0]);
  expect(sizes(divide(list, rows(-15, 20), rows(20, 45))), 'days share no block').toEqual([
    [15, 15, 5],
    [25],
  ]);
});

test('a message that is stored, or stands among others, keeps the rows in their blocks', () => {
  const list = new RowBlocks();
  const waiting = [...rows(0, 29), row('sent', { status: 'waiting' })];
  const key = divide(list, waiting)[0]?.blocks[0]?.key;
  const [stored] = divide(list, [...rows(0, 29), row('other'), row('sent')]);
  expect(stored?.blocks.map(({ key, rows }) => [key, rows.length])).toEqual([[key, 31]]);
  const inserted = [...rows(0, 10), row('inserted'), ...rows(10, 29), row('other'), row('sent'), row('next')];
  expect(sizes(divide(list, inserted))).toEqual([[32, 1]]);
});

test('pictures side by side are in one block', () => {
  const list = new RowBlocks();
  const pictures = Array.from({ length: 9 }, (_, index) =>
    row(`picture ${index}`, { file: PICTURE, text: '', startsRun: index === 0 }),
  );
  expect(sizes(divide(list, [...rows(0, 28), ...pictures, row('after')]))).toEqual([[37, 1]]);
  const older = new RowBlocks();
  divide(older, pictures.slice(5));
  expect(sizes(divide(older, pictures))).toEqual([[9]]);
});

test('every row is in one block, in order, whatever happens to the list', () => {
  const step = fc.record({
    from: fc.integer({ min: 0, max: 80 }),
    count: fc.integer({ min: 0, max: 80 }),
    drop: fc.nat(5),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), steps => {
      const list = new RowBlocks();
      for (const { from, count, drop } of steps) {
        const shown = rows(from, from + count).filter((_, index) => drop === 0 || index % (drop + 1) !== 0);
        const days = [shown.slice(0, 20), shown.slice(20)].filter(day => day.length > 0);
        const blocks = divide(list, ...days).flatMap(({ blocks }) => blocks);
        expect(blocks.flatMap(({ rows }) => rows)).toEqual(shown);
        expect(new Set(blocks.map(({ key }) => key)).size).toBe(blocks.length);
        expect(Math.max(0, ...blocks.map(({ rows }) => rows.length))).toBeLessThanOrEqual(60);
      }
    }),
  );
});
