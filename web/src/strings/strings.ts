import type { Strings } from './dictionary.ts';
import { en } from './en.ts';
import { localize } from './language.ts';

/** The texts of the page. They are read while something is drawn or said, never while a module loads: see `takeWords`. */
export let strings: Strings = en;

/** Takes the texts of the language that was loaded. To be called once, before anything is drawn. */
export function initStrings(): void {
  strings = localize('strings', en);
}
