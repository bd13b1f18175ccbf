import type { Translate } from './dictionary.ts';

export interface Language {
  /** BCP 47, as `<html lang>` has it. */
  tag: string;
  direction: 'ltr' | 'rtl';
  /** By what Intl writes numbers. */
  locale: string;
  /** Its texts, in a chunk of their own. English has them where the page begins. */
  load?: () => Promise<Translate>;
}

export const ENGLISH: Language = { tag: 'en', direction: 'ltr', locale: 'en-GB' };

/** Every language that Snug has. The last two are English in disguise, for who translates or lays out. */
export const LANGUAGES: readonly Language[] = [
  ENGLISH,
  {
    tag: 'en-XA',
    direction: 'ltr',
    locale: 'en-GB',
    load: async () => (await import('./pseudolocale.ts')).accented,
  },
  {
    tag: 'ar-XB',
    direction: 'rtl',
    locale: 'en-GB',
    load: async () => (await import('./pseudolocale.ts')).mirrored,
  },
];
