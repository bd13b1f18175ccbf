import type { Translate } from './dictionary.ts';
import { ENGLISH, LANGUAGES, type Language } from './languages.ts';

const inEnglish: Translate = (_part, english) => english;

let currentLanguage = ENGLISH;
let translate = inEnglish;

/** It changes at most once, before the first render. */
export function getLanguage(): Language {
  return currentLanguage;
}

export function isRightToLeft(): boolean {
  return currentLanguage.direction === 'rtl';
}

/** The first wanted language that Snug has, or English. `wanted`: BCP 47 tags in order of preference. */
export function selectLanguage(wanted: readonly string[]): Language {
  const known = wanted.map(findLanguage);
  return known.find(language => language !== undefined) ?? ENGLISH;
}

/** "de" matches "de-AT" (RFC 4647, lookup). */
function findLanguage(tag: string): Language | undefined {
  const found = LANGUAGES.find(language => language.tag.toLowerCase() === tag.toLowerCase());
  if (found || !tag.includes('-')) return found;
  return findLanguage(tag.slice(0, tag.lastIndexOf('-')));
}

/** Loads the best language for `wanted`; if that fails, English. */
export async function loadLanguage(wanted: readonly string[]): Promise<void> {
  [currentLanguage, translate] = await loadTranslation(selectLanguage(wanted));
  const { documentElement } = document;
  documentElement.lang = currentLanguage.tag;
  documentElement.dir = currentLanguage.direction;
}

/** Of the service worker, which has no document. */
export async function loadTranslation(language: Language): Promise<[Language, Translate]> {
  try {
    return [language, (await language.load?.()) ?? inEnglish];
  } catch {
    // Offline, or the server was updated and has other chunks. English is built in.
    return [ENGLISH, inEnglish];
  }
}

export const localize: Translate = (part, english) => translate(part, english);
