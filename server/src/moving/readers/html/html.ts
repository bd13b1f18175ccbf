import { Parser } from 'htmlparser2';
import type { StyledText, TextStyles } from '../../text/styled-text.ts';

export type Attributes = Readonly<Record<string, string>>;

/** What the pieces of one text mean. */
export interface HtmlNames {
  /** Text without marks. */
  addPlain: (text: StyledText, value: string, styles: TextStyles) => void;
  /** False for a link that names nobody. */
  addMention: (text: StyledText, href: string, label: string, styles: TextStyles) => boolean;
  /** An element of this chat, with its words. False for one that is none. */
  addElement: (
    text: StyledText,
    element: { name: string; attributes: Attributes },
    styles: TextStyles,
  ) => boolean;
  /** Something shows in another way: `style.spoiler`, `markdown.table`. */
  change: (what: string) => void;
}

interface Open {
  name: string;
  styles: TextStyles;
}

/** Longer texts are in no chat. The parser looks for the beginning of each element among all open ones. */
const MAX_PARSED_LENGTH = 200_000;
const STYLES: Readonly<Record<string, TextStyles>> = {
  b: { bold: true },
  strong: { bold: true },
  em: { italic: true },
  i: { italic: true },
  del: { strike: true },
  s: { strike: true },
  strike: { strike: true },
  code: { code: true },
  tt: { code: true },
};
const BLOCKS = new Set(['div', 'figcaption', 'figure', 'p', 'details', 'summary', 'tr', 'table']);
const HEADING = /^h[1-6]$/;
/** Their words are no words of the message. */
const HIDDEN = new Set(['head', 'mx-reply', 'script', 'style', 'template', 'title']);

/** Reads the HTML of another chat as text with Snug's marks. Ends its last line. */
export function addHtml(text: StyledText, html: string, names: HtmlNames): void {
  if (html.length > MAX_PARSED_LENGTH) {
    names.change('text.not_parsed');
    text.text(html).newLine();
    return;
  }
  const writer = new HtmlWriter(text, names);
  const parser = new Parser({
    onopentag: (name, attributes) => writer.open(name, attributes),
    ontext: value => writer.add(value),
    onclosetag: name => writer.close(name),
  });
  parser.end(html);
  text.endLine();
}

class HtmlWriter {
  readonly #text: StyledText;
  readonly #names: HtmlNames;
  readonly #open: Open[] = [];
  readonly #lists: { number: number | undefined }[] = [];
  /** How many open elements are inside of one whose words do not count. */
  #hidden = 0;
  #code: { text: string; language: string } | undefined;
  #link: { href: string; label: string; styles: TextStyles } | undefined;
  #isLineStart = true;
  /** The styles of white space at the end of a piece, which shows if more follows. */
  #space: TextStyles | undefined;
  #needsEmptyLine = false;
  #isFirstCell = false;

  constructor(text: StyledText, names: HtmlNames) {
    this.#text = text;
    this.#names = names;
  }

  open(name: string, attributes: Attributes): void {
    const styles = { ...this.#styles, ...STYLES[name], ...(HEADING.test(name) && { bold: true }) };
    this.#open.push({ name, styles });
    if (this.#hidden > 0 || HIDDEN.has(name)) {
      this.#hidden++;
      return;
    }
    if (this.#code) {
      const language = /(?:^|\s)language-(\S+)/.exec(attributes.class ?? '')?.[1];
      if (language !== undefined) this.#code.language = language;
      if (name === 'br') this.#code.text += '\n';
      return;
    }
    this.#writeOpening(name, attributes, styles);
  }

  add(value: string): void {
    if (this.#hidden > 0) return;
    if (this.#code) {
      this.#code.text += value;
      return;
    }
    const words = value.replaceAll(/[ \t\r\n\f]+/g, ' ');
    if (words.startsWith(' ') && !this.#isLineStart) this.#space ??= this.#styles;
    const shown = words.trim();
    if (shown === '') return;
    if (this.#link) this.#link.label += (this.#space && this.#link.label !== '' ? ' ' : '') + shown;
    else {
      this.#beginLine();
      this.#names.addPlain(this.#text, shown, this.#styles);
    }
    this.#space = words.endsWith(' ') ? this.#styles : undefined;
    this.#isLineStart = false;
  }

  close(name: string): void {
    this.#open.pop();
    if (this.#hidden > 0) {
      this.#hidden--;
      return;
    }
    if (this.#code) {
      if (name === 'pre') this.#endCode();
      return;
    }
    this.#writeClosing(name);
  }

  get #styles(): TextStyles {
    return this.#open.at(-1)?.styles ?? {};
  }

  #writeOpening(name: string, attributes: Attributes, styles: TextStyles): void {
    if (name === 'br') {
      this.#endLink();
      this.#text.newLine();
      this.#startLine();
    } else if (name === 'hr') {
      this.#endLine();
      this.#text.text('—').newLine();
    } else if (name === 'a') {
      this.#endLink();
      if (!attributes.href) return;
      this.#beginLine();
      this.#link = { href: attributes.href, label: '', styles };
    } else if (name === 'img') this.add(attributes.alt || attributes.title || '');
    else if (name === 'pre') {
      this.#endLine();
      this.#code = { text: '', language: '' };
    } else if (name === 'blockquote') {
      this.#endLine();
      this.#needsEmptyLine = false;
      this.#text.beginQuote();
    } else if (name === 'ul' || name === 'ol') {
      this.#endLine();
      this.#needsEmptyLine = false;
      this.#lists.push({ number: name === 'ol' ? Number(attributes.start ?? 1) || 1 : undefined });
    } else if (name === 'li') this.#beginItem();
    else if (name === 'td' || name === 'th') {
      if (!this.#isFirstCell) this.add(' | ');
      this.#isFirstCell = false;
    } else if (HEADING.test(name)) {
      this.#endLine();
      this.#names.change('markdown.heading');
    } else if (BLOCKS.has(name)) {
      this.#endLine();
      if (name === 'table') this.#names.change('markdown.table');
      this.#isFirstCell = name === 'tr';
    } else if (name === 'u' || name === 'ins') this.#names.change('style.underline');
    else if ('data-mx-spoiler' in attributes) {
      this.#names.change('style.spoiler');
    } else this.#writeElement(name, attributes, styles);
  }

  #writeElement(name: string, attributes: Attributes, styles: TextStyles): void {
    if (!name.includes('-')) return;
    this.#endLink();
    this.#beginLine();
    if (!this.#names.addElement(this.#text, { name, attributes }, styles)) return;
    this.#isLineStart = false;
    this.#hidden++;
  }

  #writeClosing(name: string): void {
    if (name === 'a') this.#endLink();
    else if (name === 'blockquote') {
      this.#endLine();
      this.#needsEmptyLine = false;
      this.#text.endQuote();
    } else if (name === 'ul' || name === 'ol') {
      this.#endLine();
      this.#lists.pop();
      if (this.#lists.length === 0) this.#text.endList();
    } else if (name === 'p' || HEADING.test(name)) {
      this.#endLine();
      this.#needsEmptyLine = this.#lists.length === 0;
    } else if (name === 'li' || BLOCKS.has(name)) this.#endLine();
  }

  #beginItem(): void {
    this.#endLine();
    this.#needsEmptyLine = false;
    const list = this.#lists.at(-1);
    this.#text.beginItem({ level: Math.max(0, this.#lists.length - 1), number: list?.number });
    if (list?.number !== undefined) list.number++;
  }

  #endCode(): void {
    const { text, language } = this.#code ?? { text: '', language: '' };
    this.#code = undefined;
    this.#text.codeBlock(text.replace(/^\n/, '').replace(/\n$/, ''), language);
    this.#startLine();
  }

  #endLink(): void {
    const link = this.#link;
    if (!link) return;
    this.#link = undefined;
    const { label } = link;
    this.#isLineStart = false;
    if (!this.#names.addMention(this.#text, link.href, label, link.styles))
      this.#text.link(link.href, label === link.href ? '' : label, link.styles);
  }

  /** Writes what is between the words before and the next ones: an empty line between paragraphs, or a space. */
  #beginLine(): void {
    if (this.#needsEmptyLine && this.#isLineStart) this.#text.newLine();
    this.#needsEmptyLine = false;
    if (this.#space) this.#text.text(' ', this.#space);
    this.#space = undefined;
  }

  #endLine(): void {
    this.#endLink();
    this.#text.endLine();
    this.#startLine();
  }

  #startLine(): void {
    this.#isLineStart = true;
    this.#space = undefined;
  }
}
