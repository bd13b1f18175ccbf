import { isEmoji } from '@snug/protocol';
import type { HtmlNode } from './html-node.ts';

/** Slack, Gmail, WhatsApp, Discord, then everybody. */
const ATTRIBUTES = [
  'data-stringify-emoji',
  'data-emoji',
  'data-plain-text',
  'data-name',
  'alt',
  'aria-label',
  'title',
];
const SHORTCODE = /^:[a-z0-9_+-]+:(?::skin-tone-[2-6]:)?$/i;
/** Of names with colons, and of emoji, in UTF-16 units. */
const MAX_LENGTH = 100;
const EMOJI_CLASS = /(?:^|[\s_-])(?:g?emoji|emoticon)/i;

/** The emoji, or its name between colons, of a picture or of an element that shows one. */
export function readEmoji(node: HtmlNode): string | undefined {
  if (node.nodeName !== 'IMG' && !canShowEmoji(node)) return undefined;
  const labels = ATTRIBUTES.map(name => node.getAttribute?.(name)?.trim() ?? '');
  // Programs that have the emoji itself need no name.
  const label = labels.find(isOneEmoji) ?? labels.find(isShortcode) ?? readAlias(node);
  return label !== undefined && hasOnly(node, label) ? label : undefined;
}

export function isShortcode(text: string): boolean {
  return text.length <= MAX_LENGTH && SHORTCODE.test(text);
}

/** Also sequences that Unicode does not recommend, and signs without U+FE0F. */
function isOneEmoji(text: string): boolean {
  if (text === '' || text.length > MAX_LENGTH) return false;
  if (isEmoji(text)) return true;
  const signs = [...new Intl.Segmenter().segment(text)];
  return signs.every(({ segment }) => isEmoji(segment) || /^\p{Extended_Pictographic}/u.test(segment));
}

function canShowEmoji(node: HtmlNode): boolean {
  const read = (name: string) => node.getAttribute?.(name) ?? '';
  return (
    node.nodeName === 'G-EMOJI' ||
    read('role') === 'img' ||
    EMOJI_CLASS.test(read('class')) ||
    read('data-emoji') !== '' ||
    read('data-stringify-emoji') !== ''
  );
}

/** GitHub's name of an emoji has no colons. */
function readAlias(node: HtmlNode): string | undefined {
  const alias = `:${node.nodeName === 'G-EMOJI' ? node.getAttribute?.('alias') : ''}:`;
  return isShortcode(alias) ? alias : undefined;
}

/** The element has no words but those of the emoji. */
function hasOnly(node: HtmlNode, label: string): boolean {
  const text = readShortText(node);
  return text !== undefined && (text === '' || text === label || isShortcode(text));
}

/** Undefined for a text that is longer than that of an emoji. */
function readShortText(node: HtmlNode): string | undefined {
  let text = '';
  let count = 0;
  const pending: HtmlNode[] = [node];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (next.nodeName === '#text') text += next.nodeValue ?? '';
    else pending.push(...[...next.childNodes].toReversed());
    if (text.length > MAX_LENGTH || ++count > MAX_LENGTH) return undefined;
  }
  return text.trim();
}
