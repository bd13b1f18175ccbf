import type { Strings } from './dictionary.ts';
import { en } from './en.ts';
import { localize } from './language.ts';

/** Read these during rendering or in handlers, never while a module loads: `initStrings` replaces them. */
export let strings: Strings = en;

/** Call it once, after the language has loaded and before the first render. */
export function initStrings(): void {
  strings = localize('strings', en);
}
