/** By what people type who have no key for them: lower case letters that Unicode does not decompose. */
const FOLDED: Readonly<Record<string, string>> = {
  ss: 'ß',
  ae: 'æ',
  oe: 'œ',
  o: 'øɔɵ',
  l: 'łƚ',
  d: 'đðɖɗ',
  h: 'ħ',
  t: 'ŧƭ',
  th: 'þ',
  i: 'ıɨɩ',
  j: 'ȷ',
  n: 'ŋɲƞ',
  k: 'ĸƙ',
  e: 'əǝɛ',
  b: 'ɓƀ',
  g: 'ɠǥɣ',
  p: 'ƥ',
  u: 'ʉʊ',
  v: 'ʋ',
  y: 'ƴ',
  z: 'ƶ',
  σ: 'ς',
  г: 'ґғ',
  ж: 'җ',
  з: 'ҙ',
  к: 'қҡ',
  н: 'ңҥ',
  с: 'ҫ',
  х: 'ҳһ',
  ч: 'ҷ',
  о: 'ө',
  у: 'үұ',
  а: 'ә',
  ي: 'ىیے',
  ك: 'ک',
  ه: 'ةەہھۃ',
  ا: 'ٱ',
  כ: 'ך',
  מ: 'ם',
  נ: 'ן',
  פ: 'ף',
  צ: 'ץ',
};

const REPLACED = new Map(
  Object.entries(FOLDED).flatMap(([typed, letters]) =>
    Array.from(letters, letter => [letter, typed] as const),
  ),
);

const ACCENT = String.raw`\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f`;
const HEBREW_POINT = String.raw`\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7`;
/** Vowels, the hamza above and below a letter, and tatweel. */
const ARABIC_MARK = String.raw`\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed`;
/** As in Kaʻiulani. */
const APOSTROPHE_LETTER = String.raw`\u02b9-\u02bf`;
const INVISIBLE = String.raw`\p{Default_Ignorable_Code_Point}`;
/** й, ў and ї are letters of their own. */
const KEPT = String.raw`[иИуУ]\u0306|[іІ]\u0308`;
// With the flag `i`, the accent U+0345 would match each Greek iota.
const MARKS = new RegExp(
  `(${KEPT})|[${ACCENT}${HEBREW_POINT}${ARABIC_MARK}${APOSTROPHE_LETTER}${INVISIBLE}]`,
  'gu',
);
const LETTERS = new RegExp(String.raw`[${[...REPLACED.keys()].join('')}\u30a1-\u30f6]|(?![0-9])\p{Nd}`, 'gu');
const ASCII = /^[ -~]*$/;
const HANGUL = /\p{Script=Hangul}+/gu;
const KATAKANA_TO_HIRAGANA = 0x60;

/**
 * Folds letters for comparison: no case, width, accents, vowel points, ligatures nor Japanese syllabaries, and digits of any
 * script as ASCII. Syllables of Hangul are letters, so that a syllable that somebody is typing begins the complete one.
 */
export function foldLetters(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const plain = text.normalize('NFKD').replaceAll(MARKS, '$1').toUpperCase().toLowerCase();
  return plain
    .replaceAll(LETTERS, foldLetter)
    .normalize('NFC')
    .replaceAll(HANGUL, run => run.normalize('NFD'));
}

function foldLetter(letter: string): string {
  const replaced = REPLACED.get(letter);
  if (replaced !== undefined) return replaced;
  const code = letter.codePointAt(0) ?? 0;
  if (!/\p{Nd}/u.test(letter)) return String.fromCodePoint(code - KATAKANA_TO_HIRAGANA);
  return String(toDigit(code));
}

/** Digits follow one another from zero to nine, at most two rows of them. */
function toDigit(code: number): number {
  let count = 0;
  while (count < 19 && /\p{Nd}/u.test(String.fromCodePoint(code - 1 - count))) count++;
  return count % 10;
}
