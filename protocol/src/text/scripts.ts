/** They put no spaces between words or, as Korean, none before particles. */
const SCRIPTS = [
  'Han',
  'Hiragana',
  'Katakana',
  'Bopomofo',
  'Hangul',
  'Thai',
  'Lao',
  'Khmer',
  'Myanmar',
  'Tibetan',
  'Yi',
  'Javanese',
  'Balinese',
  'Tai_Le',
  'New_Tai_Lue',
  'Tai_Tham',
  'Tai_Viet',
];

/** For a character class of a pattern. */
export const UNSPACED = SCRIPTS.map(script => `\\p{scx=${script}}`).join('');

/** The source of a pattern with the flag `u`, for one letter or digit. */
export const UNSPACED_LETTER = `(?=[\\p{L}\\p{N}])[${UNSPACED}]`;

const IS_UNSPACED = new RegExp(`^${UNSPACED_LETTER}`, 'u');

/** Whether a character is a letter or digit of such a script. */
export function isUnspaced(character: string): boolean {
  return IS_UNSPACED.test(character);
}
