import { type Inline, type ListItem, type Mention, parseMentionBlocks, type TextBlock } from '@snug/protocol';
import { toSlackId } from './slack-ids.ts';

interface Style {
  bold?: true;
  italic?: true;
  strike?: true;
  code?: true;
}

type Element = { type: string; style?: Style } & Record<string, unknown>;

export interface SlackText {
  /** In Slack's marks. */
  text: string;
  /** The exact styles. */
  blocks: object[];
}

/** A text of Snug in Slack's two forms. */
export function toSlackText(text: string, mentions: readonly Mention[]): SlackText {
  const blocks = parseMentionBlocks(
    text,
    mentions.map(mention => ({ ...mention, person: undefined })),
  );
  return {
    text: writeBlocks(blocks),
    blocks: [{ type: 'rich_text', elements: blocks.flatMap(block => toElements(block)) }],
  };
}

/** `&`, `<` and `>` are signs of Slack's own. */
export function encodeEntities(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function toElements(block: TextBlock): object[] {
  if (block.kind === 'code')
    return [{ type: 'rich_text_preformatted', elements: [{ type: 'text', text: toCode(block.text) }] }];
  if (block.kind === 'quote')
    return [{ type: 'rich_text_quote', elements: trimEnd(block.blocks.flatMap(listQuoted)) }];
  if (block.kind === 'list') return toLists(block.items);
  return [{ type: 'rich_text_section', elements: trimEnd(toInlines(block.content, {})) }];
}

/** A quote of Slack has no blocks. */
function listQuoted(block: TextBlock): Element[] {
  if (block.kind === 'paragraph') return toInlines(block.content, {});
  if (block.kind === 'code') return [toPiece(`${toCode(block.text)}\n`, { code: true })];
  if (block.kind === 'quote') return block.blocks.flatMap(listQuoted);
  return block.items.flatMap(({ marker, blocks }) => [
    toPiece(`${marker} `, {}),
    ...endLine(blocks.flatMap(listQuoted)),
  ]);
}

/** A list of Slack has items of one level and one kind. */
function toLists(items: readonly ListItem[]): object[] {
  const lists: { style: string; indent: number; offset: number; elements: object[] }[] = [];
  for (const { marker, isNumbered, level, blocks } of items) {
    const style = isNumbered ? 'ordered' : 'bullet';
    const offset = isNumbered ? Math.max(0, Number.parseInt(marker, 10) - 1) : 0;
    const element = { type: 'rich_text_section', elements: trimEnd(blocks.flatMap(listQuoted)) };
    const last = lists.at(-1);
    const isNext = !isNumbered || (last !== undefined && last.offset + last.elements.length === offset);
    if (last?.style === style && last.indent === level && isNext) last.elements.push(element);
    else lists.push({ style, indent: level, offset, elements: [element] });
  }
  return lists.map(({ offset, ...list }) => ({
    type: 'rich_text_list',
    ...list,
    border: 0,
    ...(offset > 0 && { offset }),
  }));
}

function toInlines(content: readonly Inline[], style: Style): Element[] {
  return content.flatMap((part): Element[] => {
    if (part.kind === 'text') return [toPiece(part.text, style)];
    if (part.kind === 'code') return [toPiece(part.text, { ...style, code: true })];
    if (part.kind === 'emoji') return [withStyle({ type: 'emoji', name: part.name }, style)];
    if (part.kind === 'mention') return [withStyle(toMention(part.mention.uid), style)];
    if (part.kind === 'link') return [withStyle(toLink(part.href, readWords(part.content)), style)];
    return toInlines(part.content, { ...style, [part.kind]: true });
  });
}

function toMention(uid: string | null): Element {
  return uid === null
    ? { type: 'broadcast', range: 'channel' }
    : { type: 'user', user_id: toSlackId('U', uid) };
}

function toLink(url: string, label: string): Element {
  return { type: 'link', url, ...(label !== url && { text: label }) };
}

function toPiece(text: string, style: Style): Element {
  return withStyle({ type: 'text', text }, style);
}

function withStyle(element: Element, style: Style): Element {
  return Object.keys(style).length > 0 ? { ...element, style } : element;
}

/** The next block begins on a line of its own. */
function trimEnd(elements: readonly Element[]): Element[] {
  const last = elements.at(-1);
  if (last?.type !== 'text' || typeof last.text !== 'string' || !last.text.endsWith('\n'))
    return [...elements];
  const text = last.text.slice(0, -1);
  return text === '' ? elements.slice(0, -1) : [...elements.slice(0, -1), { ...last, text }];
}

function endLine(elements: readonly Element[]): Element[] {
  return [...trimEnd(elements), { type: 'text', text: '\n' }];
}

function toCode(text: string): string {
  return text.replace(/^\n/, '').replace(/\n$/, '');
}

function readWords(content: readonly Inline[]): string {
  return content.map(part => ('content' in part ? readWords(part.content) : part.text)).join('');
}

function writeBlocks(blocks: readonly TextBlock[]): string {
  return blocks.map(block => writeBlock(block).replace(/\n$/, '')).join('\n');
}

function writeBlock(block: TextBlock): string {
  if (block.kind === 'code') return `\`\`\`\n${encodeEntities(toCode(block.text))}\n\`\`\``;
  if (block.kind === 'quote') return `&gt; ${writeBlocks(block.blocks).replaceAll('\n', '\n&gt; ')}`;
  if (block.kind === 'paragraph') return writeInlines(block.content);
  return block.items
    .map(({ marker, isNumbered, level, blocks }) => {
      const indent = '    '.repeat(level);
      return `${indent}${isNumbered ? marker : '•'} ${writeBlocks(blocks).replaceAll('\n', `\n${indent}  `)}`;
    })
    .join('\n');
}

const MARKS = { bold: '*', italic: '_', strike: '~' } as const;

function writeInlines(content: readonly Inline[]): string {
  return content
    .map(part => {
      if (part.kind === 'text') return encodeEntities(part.text);
      if (part.kind === 'code') return `\`${encodeEntities(part.text)}\``;
      if (part.kind === 'emoji') return part.text;
      if (part.kind === 'mention')
        return part.mention.uid === null ? '<!channel>' : `<@${toSlackId('U', part.mention.uid)}>`;
      if (part.kind === 'link') return writeLink(part.href, readWords(part.content));
      return MARKS[part.kind] + writeInlines(part.content) + MARKS[part.kind];
    })
    .join('');
}

function writeLink(url: string, label: string): string {
  const address = encodeEntities(url).replaceAll('|', '%7C');
  return label === url ? `<${address}>` : `<${address}|${encodeEntities(label).replaceAll('|', '¦')}>`;
}
