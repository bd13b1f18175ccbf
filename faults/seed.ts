import { IS_WIDE } from '@snug/testkit/test-scope.ts';
import { inject } from 'vitest';

/** The seed of all random choices of this run; random, unless it is given. */
export const SEED = inject('seed');

/** Whether this is the full run, and not a short one of `npm run test:all` or of a single file. */
export const IS_FULL = process.env.SNUG_FAULTS === 'full';

/** Of awaits at which a server is killed, at most so many: with `SNUG_AWAITS=all` each of them, which takes half an hour. */
export const MAX_AWAITS =
  process.env.SNUG_AWAITS === 'all'
    ? Number.POSITIVE_INFINITY
    : chooseByRun({ full: 40, wide: 6, sample: 3 });

/** `sample`: of a file that runs alone; `wide`: in `npm run test:all`; `full`: in `npm run test:faults`. */
export function chooseByRun({ full, wide, sample }: Record<'full' | 'wide' | 'sample', number>): number {
  if (IS_FULL) return full;
  return IS_WIDE ? wide : sample;
}

/** Special cases that a file leaves out when it runs alone. */
export const HAS_DETAILS = IS_FULL || IS_WIDE;
