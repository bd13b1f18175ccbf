import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { CLUSTER_MUTANTS } from './cluster-mutants.ts';
import { findModule } from './find-module.ts';
import { MUTANTS } from './mutants.ts';
import { findOwner } from './wrapping.ts';

const targets = new Set(
  [...Object.values(MUTANTS), ...Object.values(CLUSTER_MUTANTS)].flatMap(mutant => Object.keys(mutant)),
);

test.each([...targets])('the server has a function %s for a mutant to wrap', async target => {
  const exports = await import(pathToFileURL(findModule(target)).href);
  const [exported = ''] = target.split('.');
  const [owner, name] = target === exported ? [exports, target] : findOwner(target, exports[exported]);
  expect(owner[name]).toBeTypeOf('function');
});

test('a name that no module exports, or several do, is rejected', () => {
  expect(() => findModule('nothingLikeIt')).toThrow('no module of the server exports "nothingLikeIt"');
  expect(() => findModule('up')).toThrow('several modules export "up"');
});
