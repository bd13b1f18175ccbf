import { enLazy } from './en-lazy.ts';
import { localize } from './language.ts';

/** The texts of what loads on first use, by when the language is known. Never to be imported by what loads at first. */
export const lazyStrings = localize('lazy', enLazy);
