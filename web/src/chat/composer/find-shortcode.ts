import { canTokenBegin } from './can-token-begin.ts';
import type { CompletionMatch } from './use-completion.ts';

/** A place in a text, in UTF-16 units. */
export interface ClosedShortcode {
  start: number;
  end: number;
  /** As typed, with its colons. */
  text: string;
  /** The person's chosen skin tone does not change it. */
  hasOwnTone?: boolean;
}

/** Two letters or more, or the thumbs. A time like "10:30" and a smile like ":)" are none. Input methods write wide colons. */
const OPEN = /[:：]([a-z][a-z0-9_+-]+|[+-]1)$/i;
/** Slack's skin tones follow as a second shortcode. */
const CLOSED = /[:：][a-z0-9_+-]+[:：](?:[:：]skin-tone-[2-6][:：])?$/i;
/** In addresses, paths and code, other signs stand before a colon. */
const SIGN_BEFORE = /[\P{ASCII}\s([*_~>.,!]/u;
/** Of the longest shortcode, and more: bounds the search of each key press. */
const MAX_LENGTH = 100;

/** A shortcode that begins no word or address, and ends at the caret. */
export function findShortcode(text: string, caret: number): CompletionMatch | undefined {
  const match = OPEN.exec(text.slice(Math.max(0, caret - MAX_LENGTH), caret));
  const query = match?.[1];
  const start = caret - (query?.length ?? 0) - 1;
  return query !== undefined && canShortcodeBegin(text, start) ? { start, query } : undefined;
}

/** A shortcode with both colons that ends at the caret. */
export function findClosedShortcode(text: string, caret: number): ClosedShortcode | undefined {
  const [match] = CLOSED.exec(text.slice(Math.max(0, caret - MAX_LENGTH), caret)) ?? [];
  if (match === undefined) return undefined;
  const start = caret - match.length;
  return canShortcodeBegin(text, start) ? { start, end: caret, text: match } : undefined;
}

/** Not within a word, an address or code. */
export function canShortcodeBegin(text: string, start: number): boolean {
  if (!canTokenBegin(text, start)) return false;
  return start === 0 || (SIGN_BEFORE.test(text.charAt(start - 1)) && !isInAddress(text.slice(0, start)));
}

function isInAddress(before: string): boolean {
  const scheme = before.lastIndexOf('://');
  return scheme !== -1 && /^[!-~]*$/.test(before.slice(scheme));
}
