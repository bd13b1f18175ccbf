import { join } from 'node:path';
import type { ProcessOptions } from '@snug/testkit/server-process.ts';
import type { MUTANTS } from './mutants.ts';

const MAIN = join(import.meta.dirname, '..', '..', 'server', 'src', 'main.ts');
const MUTANT_LOADER = join(import.meta.dirname, 'mutant-loader.ts');

export function createMutantOptions(mutant: keyof typeof MUTANTS): ProcessOptions {
  return { main: MAIN, settings: { NODE_OPTIONS: `--import=${MUTANT_LOADER}`, SNUG_PLANT: mutant } };
}
