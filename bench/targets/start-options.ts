import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@snug/scripts/run.mjs';

export function readStartOptions(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  return scripts.start.split(' ').filter(word => word.startsWith('--'));
}
