import type { Inline, ItemBlock, Mention, TextBlock } from '@snug/protocol';
import { parseMentionBlocks } from '@snug/protocol';

const BOLD = 1;
const ITALIC = 2;
const STRIKE = 4;
export const CODE = 8;
const CODE_BLOCK = 16;
export const LANGUAGE = 32;
export const MARKER = 64;
const QUOTE = 128;
const ITEM = 512;

/** Offset of the flags, so that none is a surrogate or a control character. */
const FLAGS_BASE = 0x100;

/** Have no width. The import writes them beside marks, and a reader does not see them. */
const UNSEEN = /[\u2060\ufeff]/;

interface Link {
  href: string;
  isNamed: boolean;
}

export const STYLE_FLAGS = { bold: BOLD, italic: ITALIC, strike: STRIKE, code: CODE } as const;

export function toPlaceFlags({ quotes, level }: { quotes: number; level?: number | undefined }): number {
  return quotes * QUOTE + (level === undefined ? 0 : (level + 1) * ITEM);
}

/** What a reader sees: each letter with its styles and its link. Two of them can be compared. */
export class Appearance {
  #letters = '';
  /** One unit for each unit of the letters. */
  #flags = '';
  #links = '';
  readonly #linkList: (Link | undefined)[] = [undefined];
  mentions = 0;

  add(text: string, flags: number, link?: Link): void {
    let index = 0;
    if (link) index = this.#linkList.push(link) - 1;
    this.#letters += text;
    this.#flags += String.fromCharCode(FLAGS_BASE + flags).repeat(text.length);
    this.#links += String.fromCharCode(index).repeat(text.length);
  }

  append(other: Appearance): void {
    const base = this.#linkList.length - 1;
    this.#letters += other.#letters;
    this.#flags += other.#flags;
    for (let at = 0; at < other.#links.length; at++) {
      const index = other.#links.charCodeAt(at);
      this.#links += String.fromCharCode(index === 0 ? 0 : index + base);
    }
    for (let index = 1; index < other.#linkList.length; index++) this.#linkList.push(other.#linkList[index]);
    this.mentions += other.mentions;
  }

  /** Ends the line, unless it has just ended. */
  endLine(): void {
    if (this.#letters !== '' && !this.#letters.endsWith('\n')) this.add('\n', 0);
  }

  compare(shown: Appearance): 'equal' | 'styles' | 'letters' {
    const [own, other] = [this.#listSeen(), shown.#listSeen()];
    if (own.letters !== other.letters) return 'letters';
    if (this.mentions !== shown.mentions) return 'styles';
    for (let at = 0; at < own.places.length; at++) {
      const [one, two] = [own.places[at] ?? 0, other.places[at] ?? 0];
      if (isSpace(own.letters, at)) continue;
      if (this.#flags[one] !== shown.#flags[two]) return 'styles';
      if (!isSameLink(this.#getLink(one), shown.#getLink(two))) return 'styles';
    }
    return 'equal';
  }

  #getLink(at: number): Link | undefined {
    return this.#linkList[this.#links.charCodeAt(at)];
  }

  /** Without the space at the ends of lines, and the empty lines at both ends. */
  #listSeen(): { letters: string; places: number[] } {
    const letters: string[] = [];
    const places: number[] = [];
    let begin = 0;
    const endLine = (end: number) => {
      let last = end;
      while (last > begin && isUnseen(this.#letters, last - 1)) last--;
      if (last === begin && letters.length === 0) return;
      for (let at = begin; at < last; at++) {
        const letter = this.#letters.charAt(at);
        if (UNSEEN.test(letter)) continue;
        letters.push(letter);
        places.push(at);
      }
      letters.push('\n');
      places.push(end);
    };
    for (let end = this.#letters.indexOf('\n'); end !== -1; end = this.#letters.indexOf('\n', end + 1)) {
      endLine(end);
      begin = end + 1;
    }
    endLine(this.#letters.length);
    while (letters.at(-1) === '\n') {
      letters.pop();
      places.pop();
    }
    return { letters: letters.join(''), places };
  }
}

/** A plain address becomes a link on the page by itself. */
function isSameLink(own: Link | undefined, shown: Link | undefined): boolean {
  return own === undefined ? shown === undefined || !shown.isNamed : own.href === shown?.href;
}

function isSpace(text: string, at: number): boolean {
  return /\s/.test(text.charAt(at));
}

function isUnseen(text: string, at: number): boolean {
  return /[\s\u2060]/.test(text.charAt(at));
}

/** As Snug's page shows the text. */
export function readAppearance(text: string, mentions: readonly Mention[]): Appearance {
  const appearance = new Appearance();
  const shown = parseMentionBlocks(
    text,
    mentions.map(mention => ({ ...mention, person: undefined })),
  );
  for (const block of shown) addBlock(appearance, block, 0);
  return appearance;
}

function addBlock(appearance: Appearance, block: TextBlock, quotes: number): void {
  if (block.kind === 'quote') for (const inner of block.blocks) addBlock(appearance, inner, quotes + 1);
  else if (block.kind === 'list') {
    for (const { level, marker, blocks } of block.items) {
      const place = toPlaceFlags({ quotes, level });
      appearance.add(`${marker} `, place | MARKER);
      for (const inner of blocks) addItemBlock(appearance, inner, place);
      appearance.endLine();
    }
  } else addItemBlock(appearance, block, toPlaceFlags({ quotes }));
  appearance.endLine();
}

function addItemBlock(appearance: Appearance, block: ItemBlock, place: number): void {
  if (block.kind === 'code') addCode(appearance, block, place);
  else addInlines(appearance, block.content, place, undefined);
}

/** A block of code begins and ends at line breaks that do not show. */
export function addCode(
  appearance: Appearance,
  { language, text }: { language: string; text: string },
  place: number,
): void {
  appearance.endLine();
  if (language !== '') appearance.add(`${language}\n`, place | LANGUAGE);
  appearance.add(text.replace(/^\n/, '').replace(/\n$/, ''), place | CODE_BLOCK);
  appearance.add('\n', place);
}

function addInlines(
  appearance: Appearance,
  content: readonly Inline[],
  flags: number,
  link: Link | undefined,
): void {
  for (const part of content) {
    if (part.kind === 'mention') appearance.mentions++;
    if (part.kind === 'link') addInlines(appearance, part.content, flags, part);
    else if ('content' in part) addInlines(appearance, part.content, flags | STYLE_FLAGS[part.kind], link);
    else appearance.add(part.text, part.kind === 'code' ? flags | CODE : flags, link);
  }
}
