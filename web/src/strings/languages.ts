import type { Translate } from './dictionary.ts';

export interface Language {
  /** BCP 47, as in `<html lang>`. */
  tag: string;
  direction: 'ltr' | 'rtl';
  locale: string;
  /** Loads the texts as a separate chunk. English is built in. */
  load?: () => Promise<Translate>;
}

export const ENGLISH: Language = { tag: 'en', direction: 'ltr', locale: 'en-GB' };

/** The last two are pseudolocales for translators and layout tests. */
export const LANGUAGES: readonly Language[] = [
  ENGLISH,
  {
    tag: 'en-XA',
    direction: 'ltr',
    locale: 'en-GB',
    load: () => import('./pseudolocale.ts').then(module => module.accented),
  },
  {
    tag: 'ar-XB',
    direction: 'rtl',
    locale: 'en-GB',
    load: () => import('./pseudolocale.ts').then(module => module.mirrored),
  },
];
