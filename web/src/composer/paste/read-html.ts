import type { HtmlNode } from './html-node.ts';
import { LineBuilder, type ListItem, type Place } from './line-builder.ts';
import { isHidden, isMonospace, isPreformatted, readStyles } from './read-styles.ts';
import type { RichBlock, Styles } from './rich-line.ts';

const MAX_NODES = 20_000;
const MAX_DEPTH = 200;
const MAX_QUOTE_DEPTH = 3;
const MAX_LIST_DEPTH = 4;
/** Pictures of emoji have the emoji as their text. */
const MAX_ALT_LENGTH = 8;

const SKIPPED = new Set(
  'SCRIPT STYLE NOEMBED HEAD TITLE TEMPLATE NOSCRIPT IFRAME OBJECT EMBED SELECT TEXTAREA INPUT BUTTON svg math #comment'.split(
    ' ',
  ),
);
const PARAGRAPHS = new Set('P H1 H2 H3 H4 H5 H6 BLOCKQUOTE UL OL TABLE DL FIGURE HR'.split(' '));
const LINES = new Set(
  'DIV LI TR DT DD SECTION ARTICLE HEADER FOOTER MAIN NAV ASIDE ADDRESS DETAILS SUMMARY FIGCAPTION CAPTION CENTER FORM'.split(
    ' ',
  ),
);

interface Context extends Place {
  styles: Styles;
  listDepth: number;
  isPreformatted: boolean;
  isCode: boolean;
  /** In a copy of messages, which has all its blank lines. */
  hasBlankLines: boolean;
}

/** Undefined for a document with more nodes than a chat message needs. */
export function readHtml(root: HtmlNode): RichBlock[] | undefined {
  const reader = new HtmlReader();
  const styles = {};
  reader.readChildren(
    root,
    { styles, quoteDepth: 0, listDepth: 0, isPreformatted: false, isCode: false, hasBlankLines: false },
    0,
  );
  reader.lines.endLine();
  return reader.isTooLarge ? undefined : reader.lines.blocks;
}

class HtmlReader {
  readonly lines = new LineBuilder();
  #nodes = 0;

  get isTooLarge(): boolean {
    return this.#nodes > MAX_NODES;
  }

  readChildren(node: HtmlNode, context: Context, depth: number): void {
    for (const child of node.childNodes) {
      if (++this.#nodes > MAX_NODES) return;
      if (depth < MAX_DEPTH) this.#read(child, context, depth + 1);
      else this.#nodes = MAX_NODES + 1;
    }
  }

  #read(node: HtmlNode, context: Context, depth: number): void {
    const { nodeName } = node;
    if (nodeName === '#text') return this.#readText(node.nodeValue ?? '', context);
    if (SKIPPED.has(nodeName) || isHidden(node)) return undefined;
    if (nodeName === 'BR') return this.lines.breakLine();
    if (nodeName === 'IMG') return this.#readPicture(node, context);
    if (nodeName === 'PRE') return this.lines.addCode(this.#readCode(node));
    const isParagraph = PARAGRAPHS.has(nodeName) && !context.hasBlankLines;
    if (isParagraph) this.lines.separate();
    else if (PARAGRAPHS.has(nodeName) || LINES.has(nodeName)) this.lines.endLine();
    if (nodeName === 'UL' || nodeName === 'OL') this.#readList(node, context, depth);
    else if (nodeName === 'TR') this.#readRow(node, context, depth);
    else this.readChildren(node, enter(node, context), depth);
    if (isParagraph) this.lines.separate();
    else if (PARAGRAPHS.has(nodeName) || LINES.has(nodeName)) this.lines.endLine();
    return undefined;
  }

  #readText(text: string, context: Context): void {
    const visible = text.replaceAll('\u00a0', ' ').replaceAll('\r\n', '\n');
    if (context.isPreformatted) this.lines.addPreformatted(visible, context.styles, context);
    else this.lines.addText(visible, context.styles, context);
  }

  #readPicture(node: HtmlNode, context: Context): void {
    const alt = node.getAttribute?.('alt') ?? '';
    if (alt.length <= MAX_ALT_LENGTH) this.#readText(alt, context);
  }

  #readList(list: HtmlNode, context: Context, depth: number): void {
    const listDepth = Math.min(context.listDepth + 1, MAX_LIST_DEPTH);
    const indent = '  '.repeat(listDepth - 1);
    let number = Number.parseInt(list.getAttribute?.('start') ?? '1', 10);
    if (!(number >= 0 && number < 1e8)) number = 1;
    for (const child of list.childNodes) {
      const item: ListItem = {
        indent,
        marker: list.nodeName === 'OL' ? `${number}. ` : '- ',
        isStarted: false,
      };
      if (child.nodeName === 'LI') number++;
      const isItem = child.nodeName === 'LI';
      this.readChildren(
        { nodeName: '', nodeValue: null, childNodes: [child] },
        { ...context, listDepth, item: isItem ? item : context.item },
        depth,
      );
    }
  }

  /** A tab between cells, as in the plain text of spreadsheets. */
  #readRow(row: HtmlNode, context: Context, depth: number): void {
    let isFirst = true;
    for (const cell of row.childNodes) {
      if (cell.nodeName !== 'TD' && cell.nodeName !== 'TH') continue;
      if (!isFirst) this.lines.addPreformatted('\t', {}, context);
      isFirst = false;
      this.readChildren({ nodeName: '', nodeValue: null, childNodes: [cell] }, context, depth);
    }
  }

  #readCode(node: HtmlNode): string {
    const parts: string[] = [];
    const pending: HtmlNode[] = [node];
    for (let next = pending.pop(); next && this.#nodes <= MAX_NODES; next = pending.pop()) {
      this.#nodes++;
      if (next.nodeName === '#text') parts.push(next.nodeValue ?? '');
      else if (next.nodeName === 'BR') parts.push('\n');
      else if (!SKIPPED.has(next.nodeName)) pending.push(...[...next.childNodes].toReversed());
    }
    return parts
      .join('')
      .replaceAll('\r\n', '\n')
      .replaceAll(/^\n+|\s+$/g, '');
  }
}

function enter(node: HtmlNode, context: Context): Context {
  const isQuote = node.nodeName === 'BLOCKQUOTE';
  const isPre = context.isPreformatted || isPreformatted(node);
  const isCode = context.isCode || (isPre && isMonospace(node));
  return {
    ...context,
    isPreformatted: isPre,
    isCode,
    hasBlankLines: context.hasBlankLines || node.getAttribute?.('data-lines') === 'all',
    styles: isCode ? {} : readStyles(node, context.styles),
    quoteDepth: Math.min(context.quoteDepth + (isQuote ? 1 : 0), MAX_QUOTE_DEPTH),
    // A quote in a list is a quote of its own.
    item: isQuote ? undefined : context.item,
  };
}
