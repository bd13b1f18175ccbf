import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  acceptsVersion,
  ClientFrame,
  COMMANDS,
  createServerVersion,
  Event,
  PROTOCOL_VERSION,
  SERVER_VERSION,
} from '../index.ts';

/** The hash of each version's schemas. Only the newest line may change, until a release has its version. */
const SHAPES: Record<number, string> = {
  1: '95ea3091cf504faa',
  2: '29b01a4adcb96888',
  3: '64dcb57a0d4878c5',
  4: '6091cc24f68d26c2',
  5: 'b8bd52087bf132d0',
  6: '87cc0e864f844b59',
};

test('T8 a version has one set of schemas', () => {
  const commands = Object.entries(COMMANDS).map(([name, { input, output, errors }]) => ({
    name,
    input,
    output,
    errors: errors.toSorted(),
  }));
  const shape = computeHash({
    commands: commands.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    Event,
    ClientFrame,
  });
  const advice =
    `The schemas have changed, and their hash is '${shape}'. If no release has version ${PROTOCOL_VERSION} yet, replace the hash in the ` +
    'last line of SHAPES in this file. Otherwise raise PROTOCOL_VERSION in protocol/src/core/version.ts and add a line.';
  expect(SHAPES[PROTOCOL_VERSION] === shape ? 'unchanged' : advice).toBe('unchanged');
});

test('T8 the hash of a schema does not depend on the order of its fields', () => {
  expect(computeHash({ a: 1, b: { c: /x/, d: undefined } })).toBe(
    computeHash({ b: { d: undefined, c: /x/ }, a: 1 }),
  );
  expect(computeHash({ a: /x/ })).not.toBe(computeHash({ a: /y/ }));
});

test('E4 E5 from version 4 on, a server accepts its own version and the one before', () => {
  expect(SERVER_VERSION.version).toBe(PROTOCOL_VERSION);
  const listAccepted = (version: number) =>
    [NaN, -1, 3, 4, 4.5, 5, 6, 7, 8].filter(other => acceptsVersion(createServerVersion(version), other));
  expect([4, 5, 6, 7].map(listAccepted)).toEqual([[4], [4, 5], [5, 6], [6, 7]]);
});

function computeHash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value, toPlainSchema)).digest('hex').slice(0, 16);
}

const NOT_ON_THE_WIRE = new Set(['message', 'reference', 'expects']);

/** A schema's fields describe its wire format; its functions do not. */
function toPlainSchema(_key: string, value: unknown): unknown {
  if (value instanceof RegExp) return String(value);
  if (!value || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !key.startsWith('~') && !NOT_ON_THE_WIRE.has(key))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}
