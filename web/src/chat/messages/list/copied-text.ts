import {
  getItemIndent,
  getLink,
  getMentionText,
  getPictureText,
  hasContent,
  isUncopied,
} from './copied-nodes.ts';

/** The words of a part of a message as a reader sees them, with the addresses of named links. Each block begins on a new line. */
export function toPlainText(content: Element): string {
  return content.localName === 'p' ? readInline(content) : readBlocks(content);
}

function readBlocks(parent: Element): string {
  return Array.from(parent.children, readBlock)
    .filter(text => text !== undefined)
    .join('\n');
}

/** Without the line break at its end. Undefined for a block without content. */
function readBlock(block: Element): string | undefined {
  if (isUncopied(block) || !hasContent(block)) return undefined;
  if (block.localName === 'blockquote') return prefixLines(readBlocks(block), '> ', '> ');
  if (block.localName === 'li') return readItem(block);
  const isParent =
    block.localName === 'ul' || block.localName === 'ol' || block.querySelector(':scope > pre');
  return isParent ? readBlocks(block) : readInline(block).replace(/\n$/, '');
}

function readItem(item: Element): string {
  const hasBlocks = item.querySelector(':scope > p, :scope > div') !== null;
  const text = hasBlocks ? readBlocks(item) : readInline(item).replace(/\n$/, '');
  const { marker, indent } = getItemIndent(item);
  return prefixLines(text, `${indent}${marker} `, `${indent}  `);
}

function prefixLines(text: string, first: string, others: string): string {
  return first + text.replaceAll('\n', `\n${others}`);
}

function readInline(node: Node): string {
  if (node instanceof Text) return node.data;
  if (!(node instanceof Element) || isUncopied(node)) return '';
  const typed = getMentionText(node) ?? getPictureText(node);
  if (typed !== undefined) return typed;
  const text = Array.from(node.childNodes, readInline).join('');
  const href = getLink(node);
  return href === undefined || text === '' ? text : `${text} (${href})`;
}
