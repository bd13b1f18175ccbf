/** Scripts whose letters join, stand for a word, or are no initials. */
const WHOLE = new RegExp(
  `[${'Han Hiragana Katakana Hangul Bopomofo Arabic Hebrew Syriac Thaana Nko Mongolian Thai Lao Khmer Myanmar Tibetan'
    .split(' ')
    .map(script => String.raw`\p{scx=${script}}`)
    .join('')}]`,
  'u',
);

let segmenter: Intl.Segmenter | undefined;

/** Of up to two words, rather of those with letters or digits. Punctuation alone counts only in a name without anything else. */
export function getInitials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const named = words.filter(hasLetter);
  const shown = words.filter(word => hasLetter(word) || /\p{S}/u.test(word));
  const chosen = named.length > 1 ? named : shown.length > 0 ? shown : words;
  const initials = chosen.slice(0, 2).map(getInitial);
  return initials.some(initial => WHOLE.test(initial)) ? (initials[0] ?? '') : initials.join('');
}

function hasLetter(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

function getInitial(word: string): string {
  const signs = splitSigns(word);
  return toUpperCase(signs.find(hasLetter) ?? signs[0] ?? '');
}

/** Turkish and other languages have different capitals of i and ı, and nobody knows the language of a name. */
function toUpperCase(sign: string): string {
  const upper = sign.toUpperCase();
  return /^[iı]/.test(sign) || splitSigns(upper).length > 1 ? sign : upper;
}

/** What people see as one sign, such as a flag, or a letter with its accents. */
function splitSigns(text: string): string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** One of twelve hues, in degrees. */
export function getHue(uid: string): number {
  let hash = 0;
  for (const letter of uid) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return (hash % 12) * 30;
}
