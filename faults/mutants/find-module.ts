import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SERVER_SOURCE = join(import.meta.dirname, '..', '..', 'server', 'src');

/**
 * The path of the only server module that exports a function such as `updateRoom`, or the class or object of a method such
 * as `Hub.publish`.
 */
export function findModule(target: string): string {
  const [exported] = target.split('.');
  const declaration = new RegExp(`^export (async )?(function|class|const) ${exported}\\b`, 'm');
  const [path, ...others] = listModules().filter(path => declaration.test(readFileSync(path, 'utf8')));
  if (path === undefined) throw new Error(`no module of the server exports "${exported}"`);
  if (others.length > 0)
    throw new Error(`several modules export "${exported}": ${[path, ...others].join(', ')}`);
  return path;
}

function listModules(): string[] {
  const names = readdirSync(SERVER_SOURCE, { recursive: true, encoding: 'utf8' });
  return names.filter(name => /(?<!\.test)\.ts$/.test(name)).map(name => join(SERVER_SOURCE, name));
}
