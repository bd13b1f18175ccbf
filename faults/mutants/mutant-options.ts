import { join } from 'node:path';
import type { ProcessOptions } from '@snug/testkit/server-process.ts';
import type { PLANTS } from './mutants.ts';

const MAIN = join(import.meta.dirname, '..', '..', 'server', 'src', 'main.ts');
const PLANT = join(import.meta.dirname, 'mutant-loader.ts');

/** A server with that fault in it. */
export function planted(plant: keyof typeof PLANTS): ProcessOptions {
  return { main: MAIN, settings: { NODE_OPTIONS: `--import=${PLANT}`, SNUG_PLANT: plant } };
}
