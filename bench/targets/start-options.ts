import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@snug/scripts/run.mjs';

export function readStartOptions(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  return scripts.start.split(' ').filter(word => word.startsWith('--'));
}

/** Settings that a comparison adds, `NAME=value` on each line. */
export const SETTINGS_VARIABLE = 'SNUG_BENCH_SETTINGS';

export function readComparedSettings(): Record<string, string> {
  const lines = (process.env[SETTINGS_VARIABLE] ?? '').split('\n').filter(line => line !== '');
  return Object.fromEntries(
    lines.map(line => {
      const [name = '', ...value] = line.split('=');
      return [name, value.join('=')];
    }),
  );
}
