import { type Inline, type ItemBlock, type Link, type ListItem, type TextBlock } from '@snug/protocol';
import { isolate, toHtmlText } from '../../base/html-text.ts';

const ELEMENTS = { bold: 'strong', italic: 'em', strike: 's' } as const;
/** The parser makes links only of these. */
const ADDRESS = /^(?:https?:\/\/|mailto:)/i;

/** The formatted text of a message. */
export function formatBlocks(blocks: readonly TextBlock[]): string {
  return blocks.map(formatBlock).join('');
}

function formatBlock(block: TextBlock): string {
  if (block.kind === 'quote') return `<blockquote dir="auto">${formatBlocks(block.blocks)}</blockquote>`;
  if (block.kind === 'list') return formatList(block.items);
  return formatItemBlock(block);
}

function formatItemBlock(block: ItemBlock): string {
  if (block.kind === 'code')
    return `<pre dir="ltr" tabindex="0"><code>${toHtmlText(block.text.replace(/^\n/, ''))}</code></pre>`;
  return `<p dir="auto">${formatInlines(block.content)}</p>`;
}

/** The markers are as typed, so a numbered list can begin with any number. */
function formatList(items: readonly ListItem[]): string {
  const element = items[0]?.isNumbered ? 'ol' : 'ul';
  const lines = items.map(({ marker, isNumbered, level, blocks }) => {
    const shown = isNumbered ? toHtmlText(marker) : '\u2022';
    return `<li class="level-${level}" dir="auto"><span class="marker">${shown}</span> ${blocks.map(formatItemBlock).join('')}</li>`;
  });
  return `<${element} role="list">${lines.join('')}</${element}>`;
}

function formatInlines(parts: readonly Inline[]): string {
  return parts.map(formatInline).join('');
}

function formatInline(part: Inline): string {
  if (part.kind === 'text' || part.kind === 'emoji') return toHtmlText(part.text);
  if (part.kind === 'code') return `<code dir="ltr">${toHtmlText(part.text)}</code>`;
  if (part.kind === 'mention') {
    const { person } = part.mention;
    return `<span class="mention">${isolate(person ? `@${person.name}` : part.text)}</span>`;
  }
  const content = formatInlines(part.content);
  if (part.kind === 'link') return formatLink(part, content);
  const element = ELEMENTS[part.kind];
  return `<${element}>${content}</${element}>`;
}

function formatLink({ href, host, isMisleading }: Link, content: string): string {
  if (!ADDRESS.test(href)) return content;
  const link = `<a href="${toHtmlText(href)}" rel="noopener noreferrer nofollow" title="${toHtmlText(href)}">${content}</a>`;
  return isMisleading && host !== undefined ? `${link} (${isolate(host)})` : link;
}

/** The first words of a text without its marks, in one line. */
export function excerpt(blocks: readonly TextBlock[], length: number): string {
  let words = '';
  const add = (parts: readonly Inline[]): void => {
    for (const part of parts) {
      if (words.length > length) return;
      if ('content' in part) add(part.content);
      else words += part.text;
    }
  };
  const addBlock = (block: TextBlock): void => {
    if (words.length > length) return;
    if (block.kind === 'quote') block.blocks.forEach(addBlock);
    else if (block.kind === 'list') for (const item of block.items) item.blocks.forEach(addBlock);
    else if (block.kind === 'code') words += block.text.slice(0, length + 1);
    else add(block.content);
    words += ' ';
  };
  blocks.forEach(addBlock);
  const line = words.replace(/\s+/g, ' ').trim();
  if (line.length <= length) return line;
  return `${line
    .slice(0, length)
    .toWellFormed()
    .replace(/\ufffd$/, '')}\u2026`;
}
