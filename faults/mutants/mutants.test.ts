import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { moduleOf } from './find-module.ts';
import { PLANTS } from './mutants.ts';
import { ownerOf } from './wrapping.ts';

const targets = new Set(Object.values(PLANTS).flatMap(plant => Object.keys(plant)));

test.each([...targets])('the server has a function %s for a plant to wrap', async target => {
  const exports = await import(pathToFileURL(moduleOf(target)).href);
  const [exported = ''] = target.split('.');
  const [owner, name] = target === exported ? [exports, target] : ownerOf(target, exports[exported]);
  expect(owner[name]).toBeTypeOf('function');
});

test('a name that no module exports, or several do, is refused', () => {
  expect(() => moduleOf('nothingLikeIt')).toThrow('no module of the server exports "nothingLikeIt"');
  expect(() => moduleOf('up')).toThrow('"up" names several');
});
