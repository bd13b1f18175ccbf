import { getLanguage } from './language.ts';

let collator: Intl.Collator | undefined;

/** Orders texts as the language of the page does. */
export function compareTexts(one: string, other: string): number {
  collator ??= new Intl.Collator(getLanguage().locale);
  return collator.compare(one, other);
}
