import { enLazy } from './en-lazy.ts';
import { localize } from './language.ts';

/** Evaluated after the language has loaded. The initial chunk must not import this file. */
export const lazyStrings = localize('lazy', enLazy);
