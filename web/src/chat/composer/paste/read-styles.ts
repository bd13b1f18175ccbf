import { type HtmlNode, STYLE_ATTRIBUTE } from './html-node.ts';
import type { Styles } from './rich-line.ts';

const TAGS: Record<string, Styles> = {
  B: { bold: true },
  STRONG: { bold: true },
  H1: { bold: true },
  H2: { bold: true },
  H3: { bold: true },
  H4: { bold: true },
  H5: { bold: true },
  H6: { bold: true },
  TH: { bold: true },
  I: { italic: true },
  EM: { italic: true },
  S: { strike: true },
  DEL: { strike: true },
  STRIKE: { strike: true },
  CODE: { code: true },
  KBD: { code: true },
  SAMP: { code: true },
  TT: { code: true },
};

const MAX_STYLE_LENGTH = 2_000;

/** Google Docs and others style with attributes, and undo the style of a tag with them. */
export function readStyles(node: HtmlNode, inherited: Styles): Styles {
  const style = readStyleAttribute(node);
  const styles = { ...inherited, ...TAGS[node.nodeName] };
  const weight = style.get('font-weight');
  if (weight !== undefined) styles.bold = /^(?:bold|bolder|[6-9]00)$/.test(weight);
  const slant = style.get('font-style');
  if (slant !== undefined) styles.italic = /^(?:italic|oblique)/.test(slant);
  const lines = style.get('text-decoration') ?? style.get('text-decoration-line') ?? '';
  if (lines.includes('line-through')) styles.strike = true;
  const href = node.nodeName === 'A' ? node.getAttribute?.('href') : undefined;
  if (href) styles.href = href;
  return styles;
}

export function isHidden(node: HtmlNode): boolean {
  const style = readStyleAttribute(node);
  return (
    node.getAttribute?.('hidden') != null ||
    node.getAttribute?.('aria-hidden') === 'true' ||
    style.get('display') === 'none' ||
    style.get('visibility') === 'hidden'
  );
}

export function isPreformatted(node: HtmlNode): boolean {
  return /^(?:pre|pre-wrap|break-spaces)$/.test(readStyleAttribute(node).get('white-space') ?? '');
}

/** As programmers' editors copy code: their bold and italic words are highlighting. */
export function isMonospace(node: HtmlNode): boolean {
  return /mono|consolas|menlo|courier/.test(readStyleAttribute(node).get('font-family') ?? '');
}

function readStyleAttribute(node: HtmlNode): ReadonlyMap<string, string> {
  const text = node.getAttribute?.(STYLE_ATTRIBUTE)?.slice(0, MAX_STYLE_LENGTH).toLowerCase() ?? '';
  const pairs = text.split(';').map(declaration => {
    const [name = '', value = ''] = declaration.split(':', 2);
    return [name.trim(), value.trim()] as const;
  });
  return new Map(pairs);
}
