/** A node of a parsed document, as the DOM describes it. */
export interface HtmlNode {
  readonly nodeName: string;
  readonly nodeValue: string | null;
  readonly childNodes: Iterable<HtmlNode>;
  getAttribute?(name: string): string | null;
}

export const STYLE_ATTRIBUTE = 'data-style';

const MAX_HTML_LENGTH = 500_000;
const MAX_TAGS = 20_000;
/** Of formatting elements that reopen in each later block, as the HTML standard demands. */
const MAX_REOPENED_ELEMENTS = 1_000_000;
const FORMATTING_TAG = /<(?:b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)[\s/]/gi;

/**
 * The document is inert: no script runs, nothing is loaded, and nothing of it enters the page. Undefined for a document that would
 * take long: unclosed formatting elements multiply in each block.
 */
export function parseClipboardHtml(html: string): HtmlNode | undefined {
  if (!isSmall(html)) return undefined;
  return new DOMParser().parseFromString(renameStyles(html), 'text/html').body;
}

/** Snug's policy forbids inline styles, and browsers would report each of them, also in an inert document. */
export function renameStyles(html: string): string {
  return html
    .replaceAll(/<(\/?)style(?=[\s/>])/gi, '<$1noembed')
    .replaceAll(/<[a-z][^<>]*/gi, tag => tag.replaceAll(/(?<=[\s"'/])style(?=\s*=)/gi, STYLE_ATTRIBUTE));
}

export function isSmall(html: string): boolean {
  if (html.length > MAX_HTML_LENGTH) return false;
  const tags = html.split('<').length - 1;
  const formatting = html.match(FORMATTING_TAG)?.length ?? 0;
  return tags <= MAX_TAGS && tags * formatting <= MAX_REOPENED_ELEMENTS;
}
