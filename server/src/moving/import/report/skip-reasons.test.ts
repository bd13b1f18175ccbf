import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeChange, isKnownReason } from './skip-reasons.ts';

const MOVING = join(import.meta.dirname, '..', '..');

/** Of product files, without the reasons of people.csv. */
function findAll(pattern: RegExp): string[] {
  const files = globSync(['readers/**/*.ts', 'import/apply/*.ts', 'import/*.ts', 'archive/*.ts'], {
    cwd: MOVING,
  });
  const products = files.filter(file => !/\.test\.ts$|\/testing\//.test(file));
  const found = products.flatMap(file =>
    [...readFileSync(join(MOVING, file), 'utf8').matchAll(pattern)].map(([, name = '']) => name),
  );
  return [...new Set(found)];
}

test('each reason to leave something out has a sentence', () => {
  const named = findAll(/reason: '([a-z_]+(?:\.[a-z_]+)?)'/g);
  // Also those in a condition or a variable.
  const others = findAll(
    /(?:skip\(|return |\? |: |\?\? )'((?:emoji|entry|file|line|message|pin|reaction|direct_\w+)\.[a-z_]+)'/g,
  );
  const reasons = [...named, ...others];
  expect(reasons.length).toBeGreaterThan(10);
  expect(reasons.filter(reason => !isKnownReason(reason))).toEqual([]);
  expect(isKnownReason('notice.channel_join')).toBe(true);
  expect(isKnownReason('anything')).toBe(false);
});

test('each change has a sentence', () => {
  const changes = findAll(/change\('([a-z_.]+)'/g);
  expect(changes.length).toBeGreaterThan(10);
  expect(changes.filter(change => describeChange(change) === change)).toEqual([]);
});
