import type { HtmlNode } from './html-node.ts';
import { LineBuilder, type ListItem, type Place } from './line-builder.ts';
import { isShortcode, readEmoji } from './read-emoji.ts';
import { isHidden, isMonospace, isPreformatted, readStyles } from './read-styles.ts';
import { readCheckbox, readTask } from './read-task.ts';
import type { RichBlock, Styles } from './rich-line.ts';

const MAX_NODES = 20_000;
const MAX_DEPTH = 200;
const MAX_QUOTE_DEPTH = 3;
const MAX_LIST_DEPTH = 4;
/** Pictures whose alternative texts are compared with the plain text. */
const MAX_LABELLED_PICTURES = 100;
const MAX_ALT_LENGTH = 200;

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
  /** The marker of the item has the state of its checkbox. */
  isTask: boolean;
}

export interface HtmlReading {
  blocks: RichBlock[];
  /** The texts of the pictures of emoji, as the document has them. */
  emoji: readonly string[];
}

interface ReadOptions {
  /** The same content without formatting. */
  plain: string;
  /** The emoji of a name with colons, if it is known. */
  resolve: (shortcode: string) => string | undefined;
}

const ROOT: Context = {
  styles: {},
  quoteDepth: 0,
  listDepth: 0,
  isPreformatted: false,
  isCode: false,
  hasBlankLines: false,
  isTask: false,
};

/** Undefined for a document with more nodes than a chat message needs. */
export function readHtml(root: HtmlNode, options: ReadOptions): HtmlReading | undefined {
  const reader = new HtmlReader(options);
  reader.readChildren(root, ROOT, 0);
  reader.lines.endLine();
  return reader.isTooLarge ? undefined : { blocks: reader.lines.blocks, emoji: reader.emoji };
}

class HtmlReader {
  readonly lines = new LineBuilder();
  readonly emoji: string[] = [];
  readonly #options: ReadOptions;
  #nodes = 0;
  #labelled = 0;

  constructor(options: ReadOptions) {
    this.#options = options;
  }

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
    if (isHidden(node)) return undefined;
    const emoji = readEmoji(node);
    if (emoji !== undefined) return this.#addEmoji(emoji, context);
    this.#readCheckbox(node, context);
    if (SKIPPED.has(nodeName)) return undefined;
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

  #addEmoji(emoji: string, context: Context): void {
    this.emoji.push(emoji);
    this.#readText((isShortcode(emoji) ? this.#options.resolve(emoji) : undefined) ?? emoji, context);
  }

  /** Outside of an item of a list. */
  #readCheckbox(node: HtmlNode, context: Context): void {
    const mark = context.isTask ? undefined : readCheckbox(node);
    if (mark) this.#readText(`${mark} `, context);
  }

  /** Some browsers copy alternative texts of pictures as words. */
  #readPicture(node: HtmlNode, context: Context): void {
    const alt = node.getAttribute?.('alt')?.trim() ?? '';
    if (alt === '' || alt.length > MAX_ALT_LENGTH || readCheckbox(node)) return;
    if (++this.#labelled > MAX_LABELLED_PICTURES) return;
    if (this.#options.plain.includes(alt)) this.#readText(alt, context);
  }

  #readList(list: HtmlNode, context: Context, depth: number): void {
    const listDepth = Math.min(context.listDepth + 1, MAX_LIST_DEPTH);
    const indent = '  '.repeat(listDepth - 1);
    let number = Number.parseInt(list.getAttribute?.('start') ?? '1', 10);
    if (!(number >= 0 && number < 1e8)) number = 1;
    for (const child of list.childNodes) {
      const isItem = child.nodeName === 'LI';
      const task = isItem ? readTask(child) : undefined;
      const item: ListItem = {
        indent,
        marker: (list.nodeName === 'OL' ? `${number}. ` : '- ') + (task ? `${task} ` : ''),
        isStarted: false,
      };
      if (isItem) number++;
      this.readChildren(
        { nodeName: '', nodeValue: null, childNodes: [child] },
        { ...context, listDepth, item: isItem ? item : context.item, isTask: task !== undefined },
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
