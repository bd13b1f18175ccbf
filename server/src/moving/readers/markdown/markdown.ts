import { Marked, type Token, type TokenizerExtension, type TokenizerObject, type Tokens } from 'marked';
import type { StyledText, TextStyles } from '../../text/styled-text.ts';

/** What a chat adds to Markdown, and what it leaves out. */
export interface Dialect {
  /** Begins with `^`: a mention, an emoji, a channel. Marks inside are none. */
  special: RegExp;
  /** Characters with which a special piece begins. */
  specialStart: RegExp;
  /** `||hidden||`, `__underlined__`, no tables and pictures, and blocks need no empty line between them. */
  isDiscord?: true;
}

/** What the pieces of one text mean. */
export interface MarkdownNames {
  addSpecial: (text: StyledText, raw: string, styles: TextStyles) => void;
  /** Text without marks. */
  addPlain: (text: StyledText, value: string, styles: TextStyles) => void;
  /** Something shows in another way: `style.spoiler`, `markdown.table`. */
  change: (what: string) => void;
}

/** Longer texts are in no chat, and keep their marks as letters. */
const MAX_PARSED_LENGTH = 100_000;
const MARKED = /[\\`*_~<>|[\]@:#&!]|www\.|^(?: {4}|\t| {0,3}(?:[-+=]|\d+[.)]))/m;

/** Reads the Markdown of another chat as text with Snug's marks. */
export class Markdown {
  readonly #marked: Marked;

  constructor(dialect: Dialect) {
    this.#marked = new Marked({
      gfm: true,
      breaks: true,
      extensions: dialect.isDiscord
        ? [createSpecial(dialect), createPair('spoiler', '||'), createPair('underline', '__')]
        : [createSpecial(dialect)],
      ...(dialect.isDiscord && { tokenizer: WITHOUT_BLOCKS }),
    });
  }

  /** Ends its last line. */
  add(text: StyledText, markdown: string, names: MarkdownNames): void {
    if (!MARKED.test(markdown)) {
      names.addPlain(text, markdown, {});
      text.newLine();
    } else if (markdown.length > MAX_PARSED_LENGTH) {
      names.change('text.not_parsed');
      text.text(markdown).newLine();
    } else this.#addParsed(text, markdown, names);
  }

  #addParsed(text: StyledText, markdown: string, names: MarkdownNames): void {
    let tokens: Token[];
    try {
      tokens = this.#marked.lexer(markdown);
    } catch (error) {
      // Thousands of nested quotes exceed the stack.
      if (!(error instanceof RangeError)) throw error;
      names.change('text.not_parsed');
      text.text(markdown).newLine();
      return;
    }
    new TokenWriter(text, names).writeBlocks(tokens);
  }
}

/** `undefined` is no token; only `false` asks for the rule of marked. */
const NOTHING = () => undefined;
const WITHOUT_BLOCKS: TokenizerObject = {
  code: NOTHING,
  hr: NOTHING,
  html: NOTHING,
  def: NOTHING,
  table: NOTHING,
  lheading: NOTHING,
  reflink: NOTHING,
  tag: NOTHING,
};

function createSpecial({ special, specialStart }: Dialect): TokenizerExtension {
  return {
    name: 'special',
    level: 'inline',
    start: source => indexOf(source, specialStart),
    tokenizer: source => {
      const [raw] = special.exec(source) ?? [];
      return raw === undefined ? undefined : { type: 'special', raw };
    },
  };
}

function createPair(name: string, mark: string): TokenizerExtension {
  return {
    name,
    level: 'inline',
    start: source => indexOf(source, mark),
    tokenizer(source) {
      if (!source.startsWith(mark)) return undefined;
      const end = source.indexOf(mark, mark.length + 1);
      if (end < 0) return undefined;
      const inner = source.slice(mark.length, end);
      return { type: name, raw: source.slice(0, end + mark.length), tokens: this.lexer.inlineTokens(inner) };
    },
  };
}

function indexOf(source: string, pattern: RegExp | string): number | undefined {
  const index = typeof pattern === 'string' ? source.indexOf(pattern) : source.search(pattern);
  return index < 0 ? undefined : index;
}

class TokenWriter {
  readonly #text: StyledText;
  readonly #names: MarkdownNames;

  constructor(text: StyledText, names: MarkdownNames) {
    this.#text = text;
    this.#names = names;
  }

  writeBlocks(tokens: readonly Token[], level = 0): void {
    let hasLineEnd = true;
    for (const token of tokens) {
      const lineEnds = countLineEnds(token.raw);
      if (token.type === 'space') this.#endLines(hasLineEnd ? lineEnds : lineEnds - 1);
      else {
        this.#writeBlock(token, level);
        this.#endLines(lineEnds - 1);
      }
      hasLineEnd = lineEnds > 0;
    }
  }

  #endLines(count: number): void {
    for (let index = 0; index < Math.min(count, 10); index++) this.#text.newLine();
  }

  #writeBlock(token: Token, level: number): void {
    if (isToken(token, 'paragraph')) this.#writeLine(token.tokens);
    else if (isToken(token, 'text')) {
      if (token.tokens) this.#writeLine(token.tokens);
      else this.#writeLine([token]);
    } else if (isToken(token, 'heading')) {
      this.#names.change('markdown.heading');
      this.#writeLine(token.tokens, { bold: true });
    } else if (isToken(token, 'code')) {
      this.#text.codeBlock(token.text, token.lang?.split(/\s/)[0] ?? '');
    } else if (isToken(token, 'blockquote')) {
      this.#text.beginQuote();
      this.writeBlocks(token.tokens);
      this.#text.endQuote();
    } else if (isToken(token, 'list')) this.#writeList(token, level);
    else if (isToken(token, 'table')) this.#writeTable(token);
    else this.#text.text(removeLineEnds(token.raw)).newLine();
  }

  #writeList(list: Tokens.List, level: number): void {
    for (const [index, item] of list.items.entries()) {
      const number = list.ordered ? (Number(list.start) || 1) + index : undefined;
      this.#text.beginItem({ level, number });
      if (item.task) this.#text.text(item.checked ? '[x] ' : '[ ] ');
      this.writeBlocks(
        item.tokens.filter(({ type }) => type !== 'checkbox'),
        level + 1,
      );
    }
    if (level === 0) this.#text.endList();
  }

  #writeTable({ header, rows }: Tokens.Table): void {
    this.#names.change('markdown.table');
    for (const [index, row] of [header, ...rows].entries()) {
      for (const [column, cell] of row.entries()) {
        if (column > 0) this.#text.text(' | ');
        this.#writeInline(cell.tokens, { bold: index === 0 });
      }
      this.#text.newLine();
    }
  }

  #writeLine(tokens: readonly Token[], styles: TextStyles = {}): void {
    this.#writeInline(tokens, styles);
    this.#text.newLine();
  }

  #writeInline(tokens: readonly Token[], styles: TextStyles): void {
    for (const token of tokens) this.#writePiece(token, styles);
  }

  #writePiece(token: Token, styles: TextStyles): void {
    if (token.type === 'special') this.#names.addSpecial(this.#text, token.raw, styles);
    else if (isToken(token, 'strong')) this.#writeInline(token.tokens, { ...styles, bold: true });
    else if (isToken(token, 'em')) this.#writeInline(token.tokens, { ...styles, italic: true });
    else if (isToken(token, 'del')) this.#writeInline(token.tokens, { ...styles, strike: true });
    else if (isToken(token, 'codespan')) this.#text.text(token.text, { ...styles, code: true });
    else if (isToken(token, 'br')) {
      // marked takes the indent of the next line, too.
      this.#text.newLine().text(token.raw.slice(token.raw.indexOf('\n') + 1), styles);
    } else if (isToken(token, 'escape')) this.#text.text(token.text, styles);
    else if (isToken(token, 'link')) this.#writeLink(token, styles);
    else if (isToken(token, 'image')) {
      this.#names.change('markdown.picture');
      this.#text.link(token.href, token.text, styles);
    } else if (token.type === 'spoiler') {
      this.#names.change('style.spoiler');
      this.#text.text('||', styles);
      this.#writeInline(token.tokens ?? [], styles);
      this.#text.text('||', styles);
    } else if (token.type === 'underline') {
      this.#names.change('style.underline');
      this.#writeInline(token.tokens ?? [], styles);
    } else if (isToken(token, 'text')) {
      if (token.tokens) this.#writeInline(token.tokens, styles);
      else this.#names.addPlain(this.#text, token.text, styles);
    } else this.#text.text(token.raw, styles);
  }

  #writeLink({ href, raw, tokens }: Tokens.Link, styles: TextStyles): void {
    const label = toPlain(tokens);
    // An address without a label shows as it was written.
    if (!raw.startsWith('[')) this.#text.text(raw.replace(/^<(.*)>$/s, '$1'), styles);
    else this.#text.link(href, label === href ? '' : label, styles);
  }
}

function toPlain(tokens: readonly Token[]): string {
  return tokens
    .map(token => {
      if ('tokens' in token && token.tokens) return toPlain(token.tokens);
      return 'text' in token ? String(token.text) : token.raw;
    })
    .join('');
}

function removeLineEnds(raw: string): string {
  let end = raw.length;
  while (raw[end - 1] === '\n') end--;
  return raw.slice(0, end);
}

function countLineEnds(raw: string): number {
  return raw.length - removeLineEnds(raw).length;
}

interface TokenTypes {
  paragraph: Tokens.Paragraph;
  text: Tokens.Text;
  heading: Tokens.Heading;
  code: Tokens.Code;
  blockquote: Tokens.Blockquote;
  list: Tokens.List;
  table: Tokens.Table;
  strong: Tokens.Strong;
  em: Tokens.Em;
  del: Tokens.Del;
  codespan: Tokens.Codespan;
  br: Tokens.Br;
  escape: Tokens.Escape;
  link: Tokens.Link;
  image: Tokens.Image;
}

function isToken<Type extends keyof TokenTypes>(token: Token, type: Type): token is TokenTypes[Type] {
  return token.type === type;
}
