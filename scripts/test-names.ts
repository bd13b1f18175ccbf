import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run.mjs';

const TEST =
  /(?:\b\w*[tT]est|\btest\.(?:each|for|runIf)\((?:\w+|\w+\(\w+\))\)|\]\)\)?)\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;
const TEST_FILES = '{protocol,media,client,server,web,e2e,bench,faults,scripts}/**/*.{test,spec}.ts';

/** A test title in the source; a template keeps its `${...}`. */
export interface TestName {
  /** Path from the root of the project. */
  file: string;
  name: string;
}

export function readTestNames(): TestName[] {
  const files = globSync(TEST_FILES, { cwd: ROOT, exclude: ['**/node_modules/**'] });
  return files.flatMap(file =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(TEST)].map(([, , name = '']) => ({
      file,
      name: name.replaceAll(/\\(.)/g, '$1'),
    })),
  );
}
