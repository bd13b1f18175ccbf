import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const SERVER_SOURCE = join(import.meta.dirname, '..', '..', 'server', 'src');

/** In the style of the formatter, an `await` is either a whole operand or has parentheses around it. */
const AWAIT = /(?<!\bfor )\bawait (?!=)/g;

/** The name of the function that `await-loader.ts` calls at each point. */
export const POINT_FUNCTION = '__snugAwaitPoint';

/** An `await` of a module: its number in the file, from 1. */
export interface AwaitPoint {
  file: string;
  number: number;
}

/** When a process is killed: the `hit`th time that it comes to the point, before it begins what it awaits, or `afterMs` later. */
export interface AwaitKill extends AwaitPoint {
  hit: number;
  afterMs?: number;
}

/** The awaits of these files or folders below `server/src`, in the order of their names. */
export function listAwaitPoints(paths: readonly string[]): AwaitPoint[] {
  return paths.flatMap(listModules).flatMap(file => {
    const source = readFileSync(join(SERVER_SOURCE, file), 'utf8');
    return Array.from(source.matchAll(AWAIT), (_, index) => ({ file, number: index + 1 }));
  });
}

/** Calls the function with its number before each `await`. */
export function markAwaits(source: string): string {
  let number = 0;
  return source.replaceAll(AWAIT, found => `(${POINT_FUNCTION}(${++number}), 0) || ${found}`);
}

export function toModuleUrlEnd({ file }: AwaitPoint): string {
  return `/server/src/${file}`;
}

function listModules(path: string): string[] {
  if (path.endsWith('.ts')) return [path];
  const names = readdirSync(join(SERVER_SOURCE, path), { recursive: true, encoding: 'utf8' });
  return names
    .filter(name => /(?<!\.test)\.ts$/.test(name))
    .map(name => relative(SERVER_SOURCE, join(SERVER_SOURCE, path, name)))
    .toSorted();
}
