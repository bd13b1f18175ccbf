import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run, say } from './run.ts';

const STAMP = join(ROOT, 'web', 'dist', '.built');
const SOURCES = ['web/{src,public}/**/*.*', 'web/*.*', '{client,protocol}/src/**/*.ts', 'package-lock.json'];

/** Builds the web app, unless the built one is made of exactly these sources. */
export async function buildWeb(): Promise<void> {
  const sources = hashSources();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources) return;
  say('Building the web app...');
  rmSync(STAMP, { force: true });
  const { code, output } = await run('vite', ['build', '--logLevel', 'warn'], {
    cwd: join(ROOT, 'web'),
    quiet: true,
  });
  if (code !== 0) throw new Error(`The web app could not be built.\n${output}`);
  writeFileSync(STAMP, sources);
}

function hashSources(): string {
  const hash = createHash('sha256');
  for (const path of globSync(SOURCES, { cwd: ROOT }).toSorted()) {
    if (path.includes('.test.')) continue;
    hash.update(path).update(readFileSync(join(ROOT, path)));
  }
  return hash.digest('hex');
}
