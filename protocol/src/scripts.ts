/** They put no spaces between words or, as Korean, none before particles. By letters, so that marks such as ー count. */
const UNSPACED = [
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

/** The source of a pattern with the flag `u`, for one character. */
export const UNSPACED_LETTER = `(?=[\\p{L}\\p{N}])[${UNSPACED.map(script => `\\p{scx=${script}}`).join('')}]`;

const IS_UNSPACED = new RegExp(`^${UNSPACED_LETTER}`, 'u');

/** Whether a character is a letter or digit of such a script. */
export function isUnspaced(character: string): boolean {
  return IS_UNSPACED.test(character);
}
