import { assert, jsonValue, property } from 'fast-check';
import { expect, test } from 'vitest';
import { parseForeignJson } from './parse-foreign-json.ts';

test('parses what JSON.parse does', () => {
  assert(
    property(jsonValue(), value => {
      const text = JSON.stringify(value);
      expect(parseForeignJson(text)).toEqual(JSON.parse(text));
    }),
  );
  expect(parseForeignJson('{')).toBe(undefined);
});

test('refuses more than 200 levels, and counts neither brackets in texts nor those that end', () => {
  const nest = (levels: number) => `${'[{"a":'.repeat(levels / 2)}0${'}]'.repeat(levels / 2)}`;
  expect(parseForeignJson(nest(200))).toBeDefined();
  expect(parseForeignJson(nest(202))).toBe(undefined);
  expect(parseForeignJson(nest(200_000))).toBe(undefined);
  for (const value of [Array.from({ length: 1_000 }, () => [{}]), '[{'.repeat(1_000), '\\"[{'.repeat(1_000)])
    expect(parseForeignJson(JSON.stringify([value]))).toEqual([value]);
});
