import { inject } from 'vitest';

/** What all choices of this run are made by; another one each time, unless it is given. */
export const SEED = inject('seed');

/** Whether this is the long run, and not the cut of it that every `npm test` has. */
export const IS_FULL = process.env.SNUG_FAULTS === 'full';
