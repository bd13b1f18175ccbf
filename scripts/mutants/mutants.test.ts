import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../run.mjs';
import { plant } from './mutant.ts';
import { MUTANTS } from './mutants.ts';

const all = Object.values(MUTANTS).flat();

describe('the planted faults', () => {
  it.each(all)('$file: $name', mutant => {
    const source = readFileSync(join(ROOT, mutant.file), 'utf8');
    expect(plant(mutant, source)).not.toBe(source);
  });

  it('have names of their own', () => {
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  });

  it('are rejected if their text occurs twice', () => {
    const mutant = { name: 'a fault', file: 'a.ts', find: 'a', replace: '' };
    expect(() => plant(mutant, 'aa')).toThrow('a.ts has 2 times: a');
  });
});
