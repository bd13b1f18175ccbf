import type { Translate } from './dictionary.ts';
import { ENGLISH, LANGUAGES, type Language } from './languages.ts';

const inEnglish: Translate = (_part, english) => english;

let currentLanguage = ENGLISH;
let translate = inEnglish;

/** The language of the page. It changes once at most, before anything is drawn. */
export function getLanguage(): Language {
  return currentLanguage;
}

/** Whether the page runs from right to left. */
export function isRightToLeft(): boolean {
  return currentLanguage.direction === 'rtl';
}

/** The first language that somebody reads and Snug has, English otherwise. `wanted`: BCP 47 tags, the dearest first. */
export function selectLanguage(wanted: readonly string[]): Language {
  const known = wanted.map(findLanguage);
  return known.find(language => language !== undefined) ?? ENGLISH;
}

/** "de-AT" is served by "de" (RFC 4647, lookup). */
function findLanguage(tag: string): Language | undefined {
  const found = LANGUAGES.find(language => language.tag.toLowerCase() === tag.toLowerCase());
  if (found || !tag.includes('-')) return found;
  return findLanguage(tag.slice(0, tag.lastIndexOf('-')));
}

/** Loads a language for who reads `wanted`, and turns the page to it; where that fails, to English. */
export async function loadLanguage(wanted: readonly string[]): Promise<void> {
  [currentLanguage, translate] = await loadTranslation(selectLanguage(wanted));
  const { documentElement } = document;
  documentElement.lang = currentLanguage.tag;
  documentElement.dir = currentLanguage.direction;
}

async function loadTranslation(language: Language): Promise<[Language, Translate]> {
  try {
    return [language, (await language.load?.()) ?? inEnglish];
  } catch {
    // Without a connection, or after an update of the server: English is here.
    return [ENGLISH, inEnglish];
  }
}

/** A part of the dictionary in the language of the page. */
export const localize: Translate = (part, english) => translate(part, english);
