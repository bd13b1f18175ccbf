import { dirname } from 'node:path';
import type { Mutant } from './mutant.ts';

export interface Level {
  name: string;
  runner: 'vitest' | 'playwright';
  args: readonly string[];
}

/** The levels of tests for a mutant, the lowest and cheapest first. */
export function listLevels({ file, tests = {} }: Mutant, { quick }: { quick: boolean }): Level[] {
  const { unit = [], server = [], browser = [] } = tests;
  const [workspace = ''] = file.split('/');
  return [
    createUnitLevel('1 unit tests of the folder', [`${dirname(file)}/`]),
    ...(unit.length > 0 ? [createUnitLevel('2 unit tests of the area', unit)] : []),
    createUnitLevel('2 unit and security tests of the package', [`${workspace}/`]),
    ...(server.length > 0 ? [createServerLevel('3 server tests of the area', server)] : []),
    ...(browser.length > 0 ? [createBrowserLevel('4 browser tests of the area', browser)] : []),
    ...(quick
      ? []
      : [
          createUnitLevel('all unit tests', []),
          createServerLevel('all server tests', []),
          createBrowserLevel('all browser tests', []),
        ]),
  ];
}

function createUnitLevel(name: string, filters: readonly string[]): Level {
  return { name, runner: 'vitest', args: ['--project', 'unit', ...filters] };
}

function createServerLevel(name: string, filters: readonly string[]): Level {
  return { name, runner: 'vitest', args: ['--project', 'server', ...filters] };
}

function createBrowserLevel(name: string, files: readonly string[]): Level {
  return { name, runner: 'playwright', args: files };
}
