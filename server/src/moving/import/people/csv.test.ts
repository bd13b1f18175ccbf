import { array, assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { formatCsv, parseCsv } from './csv.ts';

test('what is written is read back, whatever the cells have', () => {
  const cell = string({ unit: 'binary', maxLength: 12 });
  assert(
    property(array(array(cell, { minLength: 2, maxLength: 5 }), { maxLength: 5 }), rows => {
      const header = ['source', 'name'];
      const filled = rows.filter(row => row.some(value => value !== ''));
      expect(parseCsv(formatCsv([header, ...rows]))).toEqual([header, ...filled]);
    }),
    { numRuns: 2_000 },
  );
});

test.each(['=HYPERLINK("https://evil.example")', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
  'a spreadsheet does not run %j',
  formula => {
    const csv = formatCsv([['source', formula]]);
    expect(csv).toMatch(/^source,"?'/);
    expect(parseCsv(csv)).toEqual([['source', formula]]);
  },
);

test('what a spreadsheet makes of it is read, too', () => {
  expect(parseCsv('\uFEFFsource;name\n"U1";"A; ""B"""\n\nU2;\n')).toEqual([
    ['source', 'name'],
    ['U1', 'A; "B"'],
    ['U2', ''],
  ]);
});

test('a broken file names the line', () => {
  expect(() => parseCsv('source,name\nU1,"Ann')).toThrow('Line 2 has a quote that does not end.');
  expect(() => parseCsv('source,name\n"U1"x,Ann')).toThrow('Line 2 has text behind a closing quote.');
  expect(() => parseCsv('source,name\nU1,A"n"n')).toThrow('Line 2 has a quote inside');
});
