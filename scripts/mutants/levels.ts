import { dirname } from 'node:path';
import type { Mutant } from './mutant.ts';

export interface Level {
  name: string;
  runner: 'unit' | 'server' | 'browser';
  filters: readonly string[];
}

export const LEVEL_COUNT = 6;

/** The levels of tests for a mutant, the lowest and cheapest first. The unit tests are part of `npm test`. */
export function listLevels({ file, tests = [] }: Mutant): Level[] {
  const [workspace = ''] = file.split('/');
  return [
    { name: '1 unit tests of the folder', runner: 'unit', filters: [`${dirname(file)}/`] },
    { name: '2 unit tests of the area', runner: 'unit', filters: tests },
    { name: '3 unit tests of the package', runner: 'unit', filters: [`${workspace}/`] },
    { name: '4 all unit tests', runner: 'unit', filters: [''] },
    { name: '5 server tests', runner: 'server', filters: [] },
    { name: '6 browser tests', runner: 'browser', filters: [] },
  ];
}
