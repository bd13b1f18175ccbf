import { cleanLines, cleanMessage, MAX_MENTIONS, MAX_TEXT_LENGTH, type Mention } from '@snug/protocol';
import { Appearance, readAppearance } from './appearance.ts';
import { splitRow } from './split-row.ts';
import {
  type ItemPlace,
  MAX_LEVEL,
  MAX_QUOTE_DEPTH,
  type Piece,
  type TextRow,
  type TextStyles,
} from './text-row.ts';
import { type WrittenRow, writeRow } from './write-row.ts';

export type { TextStyles } from './text-row.ts';

/** Text of a message with Snug's marks. */
export interface FinishedText {
  text: string;
  /** At most `MAX_MENTIONS`. */
  mentions: Mention[];
  /** Snug shows other letters, styles or links than the source. */
  differs: boolean;
  /** Names that stay as text, because a message has at most `MAX_MENTIONS` mentions. */
  droppedMentions: number;
}

/** Collects what the text of another chat shows, and writes it with Snug's marks. */
export class StyledText {
  readonly #rows: TextRow[] = [];
  #pieces: Piece[] | undefined;
  #quotes = 0;
  #item: ItemPlace | undefined;
  #isSimplified = false;
  #replaced = 0;

  /** Lone surrogates and NUL that became U+FFFD, which databases can store. */
  get replaced(): number {
    return this.#replaced;
  }

  get isEmpty(): boolean {
    return this.#rows.length === 0 && this.#pieces === undefined;
  }

  /** Shows as it is: marks in it stay plain. Can have line breaks. */
  text(value: string, styles: TextStyles = {}): this {
    for (const [index, text] of this.#clean(value).split('\n').entries()) {
      if (index > 0) this.newLine();
      if (text !== '') this.#add({ kind: 'text', text, styles });
    }
    return this;
  }

  /** `uid`: null for everyone in the room. `name`: without "@". Code around a mention is left out. */
  mention(uid: string | null, name: string, styles: TextStyles = {}): this {
    return this.#add({ kind: 'mention', uid, text: this.#clean(name), styles });
  }

  /** An address that Snug does not link, such as `tel:1`, shows after the label. */
  link(url: string, label = '', styles: TextStyles = {}): this {
    return this.#add({ kind: 'link', url: this.#clean(url), text: this.#clean(label), styles });
  }

  /** Ends a line, also an empty one. */
  newLine(): this {
    this.#pieces ??= [];
    this.#endLine();
    return this;
  }

  /** Ends a line, if there is one. */
  endLine(): this {
    this.#endLine();
    return this;
  }

  codeBlock(text: string, language = ''): this {
    this.#endLine();
    const code = this.#clean(text);
    if (code.trim() === '') return this;
    this.#rows.push({ kind: 'code', language, text: code, ...this.#takePlace() });
    return this;
  }

  beginQuote(): this {
    this.#endLine();
    this.#isSimplified ||= this.#item !== undefined || this.#quotes >= MAX_QUOTE_DEPTH;
    this.#item = undefined;
    this.#quotes++;
    return this;
  }

  endQuote(): this {
    this.#endLine();
    this.#quotes = Math.max(0, this.#quotes - 1);
    return this;
  }

  /** `level`: from 0. `number`: of an item of a numbered list. An item ends at the next one, at `endList` and at a quote. */
  beginItem({ level = 0, number }: { level?: number; number?: number | undefined } = {}): this {
    this.#endItem();
    this.#isSimplified ||= level > MAX_LEVEL;
    // JSON can have an infinite number, such as 1e999.
    const marker = number === undefined ? '-' : `${Math.max(0, Math.trunc(number)) % 1_000_000_000 || 0}.`;
    this.#item = { level: Math.max(0, Math.min(Math.trunc(level), MAX_LEVEL)), marker, isFirst: true };
    return this;
  }

  endList(): this {
    this.#endItem();
    this.#item = undefined;
    return this;
  }

  /** As one text, which can be too long for a message. */
  finish(): FinishedText {
    return this.#finishRows(this.#writeRows());
  }

  /** As messages of at most `max` UTF-16 units, which end after a paragraph if possible. None for an empty text. */
  finishParts(max = MAX_TEXT_LENGTH): FinishedText[] {
    const parts: FinishedText[] = [];
    let part: WrittenRow[] = [];
    let length = 0;
    const end = (count: number) => {
      const finished = this.#finishRows(part.slice(0, count));
      if (finished.text !== '') parts.push(finished);
      part = part.slice(count);
      length = part.reduce((sum, row) => sum + row.text.length + 1, 0);
    };
    for (const row of this.#writeRows(max)) {
      if (part.length > 0 && length + row.text.length > max) end(findParagraphEnd(part, max));
      if (part.length > 0 && length + row.text.length > max) end(part.length);
      part.push(row);
      length += row.text.length + 1;
    }
    end(part.length);
    return parts;
  }

  #writeRows(max = Number.POSITIVE_INFINITY): WrittenRow[] {
    this.#endItem();
    const written: WrittenRow[] = [];
    for (const row of this.#rows) {
      const waiting = [row];
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const one = writeRow(next, written.at(-1)?.row);
        const halves = one.text.length > max ? splitRow(next) : undefined;
        if (halves) waiting.push(...halves.toReversed());
        else written.push(one);
      }
    }
    return written;
  }

  #finishRows(rows: readonly WrittenRow[]): FinishedText {
    const appearance = new Appearance();
    const mentions: Mention[] = [];
    const lines: string[] = [];
    let start = 0;
    for (const row of rows) {
      for (const mention of row.mentions) mentions.push({ ...mention, start: mention.start + start });
      appearance.append(row.appearance);
      lines.push(row.text);
      start += row.text.length + 1;
    }
    const kept = mentions.slice(0, MAX_MENTIONS);
    const message = cleanMessage({ text: lines.join('\n'), mentions: kept });
    appearance.mentions = kept.length;
    const isEqual =
      rows.every(({ isCertain }) => isCertain) ||
      appearance.compare(readAppearance(message.text, message.mentions)) === 'equal';
    return {
      ...message,
      differs: this.#isSimplified || !isEqual || rows.some(({ row }) => 'lacksLink' in row),
      droppedMentions: mentions.length - kept.length,
    };
  }

  #add(piece: Piece): this {
    this.#pieces ??= [];
    this.#pieces.push(piece);
    return this;
  }

  #endLine(): void {
    if (!this.#pieces) return;
    const pieces = this.#pieces;
    this.#pieces = undefined;
    this.#rows.push({ kind: 'line', pieces, ...this.#takePlace() });
  }

  /** An item without a text has its marker. */
  #endItem(): void {
    this.#endLine();
    if (this.#item?.isFirst) this.newLine();
  }

  #takePlace(): { quotes: number; item?: ItemPlace } {
    const item = this.#item;
    if (item?.isFirst) this.#item = { ...item, isFirst: false };
    return { quotes: Math.min(this.#quotes, MAX_QUOTE_DEPTH), ...(item && { item }) };
  }

  #clean(text: string): string {
    const storable = text.toWellFormed().replaceAll('\0', '\ufffd');
    if (storable !== text) this.#replaced += countChanges(text, storable);
    return cleanLines(storable);
  }
}

/** The number of rows up to an empty line in the second half, or all. */
function findParagraphEnd(rows: readonly WrittenRow[], max: number): number {
  let [length, found] = [0, rows.length];
  for (const [index, { text, isBlank }] of rows.entries()) {
    length += text.length + 1;
    if (isBlank && length > max / 2) found = index + 1;
  }
  return found;
}

function countChanges(one: string, other: string): number {
  let count = 0;
  for (let at = 0; at < one.length; at++) if (one.charCodeAt(at) !== other.charCodeAt(at)) count++;
  return count;
}
