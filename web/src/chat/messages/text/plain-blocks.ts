import type { Inline, ListItem, TextBlock } from '@snug/protocol';

const SPACES_PER_LEVEL = 2;

/** Like a copy of the formatted text in plain text: with the marks of lists and quotes, and the addresses of named links. */
export function toPlainBlocks(blocks: readonly TextBlock[]): string {
  const texts = blocks.map(block => {
    if (block.kind === 'list') return toPlainItems(block.items);
    if (block.kind === 'quote') return prefixLines(toPlainBlocks(block.blocks), '> ', '> ');
    const text = block.kind === 'code' ? block.text.replace(/^\n/, '') : toPlainInline(block.content);
    return text.replace(/\n$/, '');
  });
  return texts.join('\n');
}

export function toPlainItems(items: readonly ListItem[]): string {
  return items
    .map(({ marker, level, blocks }) => {
      const indent = ' '.repeat(level * SPACES_PER_LEVEL);
      return prefixLines(toPlainBlocks(blocks), `${indent}${marker} `, `${indent}  `);
    })
    .join('\n');
}

export function toPlainInline(of: readonly Inline[]): string {
  return of
    .map(part => {
      if (!('content' in part)) return part.text;
      const text = toPlainInline(part.content);
      return part.kind === 'link' && part.isNamed ? `${text} (${part.href})` : text;
    })
    .join('');
}

function prefixLines(text: string, first: string, others: string): string {
  return first + text.replaceAll('\n', `\n${others}`);
}
