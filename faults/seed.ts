import { inject } from 'vitest';

/** The seed of all random choices of this run; random, unless it is given. */
export const SEED = inject('seed');

/** Whether this is the full run, and not the short one of every `npm test`. */
export const IS_FULL = process.env.SNUG_FAULTS === 'full';
