import { type Inline, parseBlocks, splitLinks, type TextBlock } from '@snug/protocol';

export interface FoundLink {
  href: string;
  /** Undefined if the address is the label. */
  label: string | undefined;
}

/** The web addresses in a message, each once. Those in code only if there are no others. */
export function findLinks(text: string): FoundLink[] {
  const shown = parseBlocks(text).flatMap(findInBlock);
  const found =
    shown.length > 0
      ? shown
      : splitLinks(text.replaceAll('`', ' ')).flatMap(({ href }) =>
          href ? [{ href, label: undefined }] : [],
        );
  const web = found.filter(({ href }) => /^https?:/.test(href));
  return [...new Map(web.map(link => [link.href, link])).values()];
}

function findInBlock(block: TextBlock): FoundLink[] {
  if (block.kind === 'paragraph') return block.content.flatMap(findInline);
  if (block.kind === 'quote') return block.blocks.flatMap(findInBlock);
  return block.kind === 'list' ? block.items.flatMap(({ blocks }) => blocks.flatMap(findInBlock)) : [];
}

function findInline(inline: Inline): FoundLink[] {
  if (inline.kind === 'link')
    return [{ href: inline.href, label: inline.isNamed ? getText(inline) : undefined }];
  return 'content' in inline ? inline.content.flatMap(findInline) : [];
}

function getText(inline: Inline): string {
  return 'content' in inline ? inline.content.map(getText).join('') : inline.text;
}
