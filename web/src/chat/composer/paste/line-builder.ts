import { isSameStyle, type RichBlock, type RichLine, type Styles } from './rich-line.ts';

/** Of the list item that a line belongs to. Only the first line of an item has its marker. */
export interface ListItem {
  indent: string;
  marker: string;
  isStarted: boolean;
}

export interface Place {
  quoteDepth: number;
  item?: ListItem | undefined;
}

/** Collects lines as a browser would show them: white space collapses, and blocks begin lines. */
export class LineBuilder {
  readonly blocks: RichBlock[] = [];
  #line: RichLine | undefined;
  #isBlankPending = false;

  addText(text: string, styles: Styles, place: Place): void {
    const collapsed = text.replaceAll(/[ \t\n\r\f]+/g, ' ');
    const last = this.#line?.runs.at(-1)?.text ?? ' ';
    const added = /\s$/.test(last) ? collapsed.replace(/^ /, '') : collapsed;
    if (added !== '') this.#append(added, styles, place);
  }

  /** With the spaces and line breaks of the text. */
  addPreformatted(text: string, styles: Styles, place: Place): void {
    for (const [index, line] of text.split('\n').entries()) {
      if (index > 0) this.breakLine();
      if (line !== '') this.#append(line, styles, place);
    }
  }

  addCode(code: string): void {
    this.endLine();
    if (/\S/.test(code)) this.blocks.push({ code });
    this.#isBlankPending = false;
  }

  endLine(): void {
    const line = this.#line;
    this.#line = undefined;
    if (line?.runs.some(({ text }) => /\S/.test(text))) this.blocks.push(line);
  }

  breakLine(): void {
    if (this.#line) this.endLine();
    else this.#isBlankPending = true;
  }

  /** A paragraph begins or ends. */
  separate(): void {
    this.endLine();
    this.#isBlankPending = true;
  }

  #append(text: string, styles: Styles, place: Place): void {
    this.#line ??= this.#begin(place);
    const last = this.#line.runs.at(-1);
    if (last && isSameStyle(last, styles)) last.text += text;
    else this.#line.runs.push({ text, ...styles });
  }

  #begin({ quoteDepth, item }: Place): RichLine {
    const previous = this.blocks.at(-1);
    const isInList = item !== undefined;
    const isSameList = isInList && previous !== undefined && 'isInList' in previous && previous.isInList;
    const isAfterBlank = this.#isBlankPending && previous !== undefined && !isSameList;
    this.#isBlankPending = false;
    const marker = item?.isStarted ? '  ' : (item?.marker ?? '');
    if (item) item.isStarted = true;
    const prefix = `${'> '.repeat(quoteDepth)}${item?.indent ?? ''}${marker}`;
    return { prefix, runs: [], isAfterBlank, isInList };
  }
}
