import { UNSPACED } from '../text/scripts.ts';

/** The search for the other half of a pair ends after so many units, which bounds the work for each half. */
const MAX_PAIR_LENGTH = 200;
const MAX_AUTHORITY_LENGTH = 300;
/** Between an address and words without a space. */
const MAX_PUNCTUATION = 20;

const EXCLUDED = /[\s<>"\p{C}]/u;
const STOP = /[\p{Terminal_Punctuation}\p{Sentence_Terminal}]/u;
const OPENING = /[\p{Ps}\p{Pi}]/u;
const CLOSING = /\p{Pe}/u;
/** Without corner brackets, which are brackets and nest. */
const QUOTE = /[\p{Quotation_Mark}--[\p{Bidi_M}&&[\p{Ps}\p{Pe}]]]/v;
/** Such as the full-width forms of "<" and ">". */
const MIRRORED = /[\p{Bidi_M}--\p{P}]/v;
const APOSTROPHE = '\u2019';
const LETTER = /\p{L}/u;

const UNSPACED_LETTER = new RegExp(String.raw`[[${UNSPACED}]&&[\p{L}\p{M}]]`, 'v');
/** A letter or digit of an address, and punctuation that begins no part of one. */
const BEFORE_WORDS = /(?<!%[\da-f]?)[a-z\d](?:[\p{P}--[\p{ID_Continue}\/?#\x26%@.:\[\(\{\-]])*$/iv;
const NEXT_ADDRESS = /[,;](?=https?:\/\/|www\.)/iy;

const AUTHORITY = /^(?:https?:\/\/|)[^/?#\\\s]*/i;
/** Not in the name of a host: `https://snug.example's` has a word after it. */
const AFTER_HOST = /[!$&'()*,;=+|~^`{}]/;

interface Half {
  start: number;
  code: number;
  isQuote: boolean;
}

/**
 * Where an address ends that begins at `start`: before white space, before punctuation that is not ASCII, unless that is a pair within
 * the address, and before words of a script without spaces. Excludes invisible characters, which could reverse the displayed text.
 */
export function scanAddress(text: string, start: number): number {
  return new AddressScanner(text, start).scan();
}

/** Reads no further than the end, and the other half of a pair, so that reading all addresses of a text is linear. */
class AddressScanner {
  readonly #text: string;
  readonly #start: number;
  readonly #isQuoted: boolean;
  readonly #open: Half[] = [];
  #hasUnspaced = false;

  constructor(text: string, start: number) {
    this.#text = text;
    this.#start = start;
    this.#isQuoted = QUOTE.test(text.charAt(start - 1));
  }

  scan(): number {
    const end = this.#findHostEnd() ?? this.#text.length;
    let at = this.#start;
    while (at < end && at - (this.#open[0]?.start ?? at) <= MAX_PAIR_LENGTH) {
      const sign = String.fromCodePoint(this.#text.codePointAt(at) ?? 0);
      if (!this.#reads(sign, at)) break;
      at += sign.length;
    }
    return this.#open[0]?.start ?? at;
  }

  /** Undefined if the address has more than its host. */
  #findHostEnd(): number | undefined {
    const [authority = ''] =
      AUTHORITY.exec(this.#text.slice(this.#start, this.#start + MAX_AUTHORITY_LENGTH)) ?? [];
    const end = authority.includes('@') ? -1 : authority.search(AFTER_HOST);
    return end === -1 ? undefined : this.#start + end;
  }

  /** False for a sign that ends the address. */
  #reads(sign: string, at: number): boolean {
    if (EXCLUDED.test(sign)) return false;
    if (sign > '\u007f')
      return this.#beginsNoWords(sign, at) && (this.#isApostrophe(sign, at) || this.#readsMark(sign, at));
    NEXT_ADDRESS.lastIndex = at;
    return !NEXT_ADDRESS.test(this.#text);
  }

  /** `https://a.example/x了解更多` has words after the address, and `https://a.example/東京` has none. */
  #beginsNoWords(sign: string, at: number): boolean {
    if (this.#hasUnspaced || !UNSPACED_LETTER.test(sign)) return true;
    this.#hasUnspaced = true;
    return !BEFORE_WORDS.test(this.#text.slice(Math.max(this.#start, at - MAX_PUNCTUATION), at));
  }

  #isApostrophe(sign: string, at: number): boolean {
    if (this.#isQuoted || sign !== APOSTROPHE) return false;
    return LETTER.test(this.#text.charAt(at - 1)) && LETTER.test(this.#text.charAt(at + 1));
  }

  #readsMark(sign: string, start: number): boolean {
    const code = sign.codePointAt(0) ?? 0;
    const isQuote = QUOTE.test(sign);
    if (isPair(this.#open.at(-1), code, sign, isQuote)) return this.#open.pop() !== undefined;
    if (OPENING.test(sign))
      return !(isQuote && this.#isQuoted) && this.#open.push({ start, code, isQuote }) > 0;
    if (isQuote || CLOSING.test(sign) || MIRRORED.test(sign)) return false;
    return this.#open.length > 0 || !STOP.test(sign);
  }
}

/** The halves of brackets are neighbours in Unicode. Those of quotes differ between languages: „a“, “a”, «a». */
function isPair(half: Half | undefined, code: number, sign: string, isQuote: boolean): boolean {
  if (!half || half.isQuote !== isQuote) return false;
  return isQuote ? half.code !== code : CLOSING.test(sign) && Math.abs(code - half.code) <= 2;
}
