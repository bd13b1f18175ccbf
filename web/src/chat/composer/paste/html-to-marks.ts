import { type HtmlNode, parseClipboardHtml } from './html-node.ts';
import { keepsWords, removePictureNames } from './keeps-words.ts';
import { isShortcode } from './read-emoji.ts';
import { readHtml } from './read-html.ts';
import { writeMarks } from './write-marks.ts';

export interface PastedMarks {
  text: string;
  /** Names of emoji with colons in `text` that are not known yet, in their order. */
  shortcodes: readonly string[];
}

type ResolveShortcode = (shortcode: string) => string | undefined;

/**
 * Rich text as text with marks; undefined if it adds nothing to the plain text, has lost a word of it, or is larger than a chat
 * message needs.
 */
export function htmlToMarks(html: string, plain: string, resolve: ResolveShortcode): PastedMarks | undefined {
  const root = parseClipboardHtml(html);
  return root && nodeToMarks(root, plain, resolve);
}

export function nodeToMarks(
  root: HtmlNode,
  given: string,
  resolve: ResolveShortcode,
): PastedMarks | undefined {
  const plain = removePictureNames(given);
  const reading = readHtml(root, { plain, resolve });
  if (!reading) return undefined;
  const { text, hasMarks } = writeMarks(reading.blocks);
  const names = reading.emoji.filter(isShortcode);
  const shortcodes = names.filter(name => resolve(name) === undefined);
  const hasNewEmoji = shortcodes.length > 0 || (names.length > 0 && !keepsWords(text, plain, []));
  const isBetter = (hasMarks || hasNewEmoji) && keepsWords(plain, text, reading.emoji);
  return isBetter ? { text, shortcodes } : undefined;
}
