import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ROOT } from '@snug/scripts/run.mjs';

export const WEB_DIST = join(ROOT, 'web', 'dist');

/** The files that the built page names, including the preloaded imports of its scripts. */
export function listFirstFiles(): string[] {
  const page = readFileSync(join(WEB_DIST, 'index.html'), 'utf8');
  const paths = [...page.matchAll(/(?:src|href)="\/([^"]+)"/g)].map(([, path = '']) => path);
  return [...new Set(paths)].filter(path => existsSync(join(WEB_DIST, path)));
}

export function measureGzip(path: string): number {
  return gzipSync(readFileSync(join(WEB_DIST, path))).length;
}
