import { isEmoji } from '@snug/protocol';
import { getCustomName } from '../../emoji/custom-name.ts';
import { type EmojiData, emojiData, loadEmojiData } from '../emoji/emoji-data.ts';
import { emojiMemory, rememberEmoji } from '../emoji/emoji-memory.ts';
import { readTone, replaceTone, resolveShortcode } from '../emoji/resolve-shortcode.ts';
import { type ClosedShortcode, canShortcodeBegin, findClosedShortcode } from './find-shortcode.ts';
import type { TextEdit } from './formatting/text-edit.ts';
import { isInCode } from './is-in-code.ts';

/** Of the longest emoji, in UTF-16 units. */
const MAX_EMOJI_LENGTH = 40;

interface Field {
  read: () => string;
  replace: (edit: TextEdit) => void;
  /** An input method composes. */
  isBusy: () => boolean;
  whenFree: () => Promise<void>;
  /** Whether the workspace has an emoji of this name, which stays as typed. */
  isCustom: (name: string) => boolean;
}

/** Names of emoji in a text field that become emoji, as soon as the data has loaded. */
export class TypedShortcodes {
  readonly #waiting: ClosedShortcode[] = [];
  readonly #field: Field;

  constructor(field: Field) {
    this.#field = field;
  }

  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** After a colon was typed before `caret`. */
  async onColon(caret: number): Promise<void> {
    const text = this.#field.read();
    const found = findClosedShortcode(text, caret) ?? this.#findNext(text, caret);
    if (found && !isInCode(text.slice(0, found.start))) return this.expect([found]);
    // The name follows.
    if (canShortcodeBegin(text, caret - 1)) await loadEmojiData();
    return undefined;
  }

  /** Rejects if the data cannot be loaded; then the names stay as typed. */
  async expect(shortcodes: readonly ClosedShortcode[]): Promise<void> {
    const starts = new Set(shortcodes.map(({ start }) => start));
    const others = this.#waiting.filter(({ start }) => !starts.has(start));
    this.#waiting.splice(0, Number.POSITIVE_INFINITY, ...others, ...shortcodes);
    const known = emojiData.get();
    if (known && !this.#field.isBusy()) return this.#resolve(known);
    try {
      const data = await loadEmojiData();
      await this.#field.whenFree();
      this.#resolve(data);
    } catch (error) {
      this.forget();
      throw error;
    }
    return undefined;
  }

  forget(): void {
    this.#waiting.length = 0;
  }

  /** A name directly after one that waits: ":wave::tada:". */
  #findNext(text: string, caret: number): ClosedShortcode | undefined {
    const last = this.#waiting.at(-1);
    if (!last || last.end >= caret) return undefined;
    const found = findClosedShortcode(text.slice(last.end), caret - last.end);
    return found?.start === 0 ? { ...found, start: last.end, end: caret } : undefined;
  }

  #resolve(data: EmojiData): void {
    // The last first, so that the places of the others stay valid.
    for (const shortcode of this.#waiting.splice(0).toSorted((a, b) => b.start - a.start)) {
      const text = this.#field.read();
      // The person has changed it meanwhile.
      if (text.slice(shortcode.start, shortcode.end) !== shortcode.text) continue;
      if (this.#field.isCustom(getCustomName(shortcode.text) ?? '')) continue;
      const edit = toTonedEmoji(text, shortcode) ?? toEmoji(data, shortcode);
      if (edit) this.#field.replace(edit);
    }
  }
}

function toEmoji(data: EmojiData, { start, end, text, hasOwnTone }: ClosedShortcode): TextEdit | undefined {
  const emoji = resolveShortcode(data, text, hasOwnTone ? undefined : emojiMemory.get().tone);
  if (emoji === undefined) return undefined;
  if (!hasOwnTone) rememberEmoji(emoji);
  return createEdit(start, end, emoji);
}

/** A skin tone in Slack's form changes the emoji before it. */
function toTonedEmoji(text: string, { start, end, text: shortcode }: ClosedShortcode): TextEdit | undefined {
  const tone = readTone(shortcode);
  if (tone === undefined) return undefined;
  const before = text.slice(Math.max(0, start - MAX_EMOJI_LENGTH), start);
  const last = [...new Intl.Segmenter().segment(before)].at(-1)?.segment ?? '';
  const toned = isEmoji(last) ? replaceTone(last, tone) : undefined;
  return toned === undefined ? undefined : createEdit(start - last.length, end, toned);
}

function createEdit(start: number, end: number, text: string): TextEdit {
  const caret = start + text.length;
  return { start, end, text, selected: { start: caret, end: caret } };
}
