import type { Span } from './code.ts';
import { findCutMarks } from './cut-marks.ts';
import { locateEmojiNames } from './emoji-names.ts';
import { type Style, type StyleMark, StyleScanner } from './emphasis.ts';
import { findEscapes } from './escapes.ts';
import { splitLinks } from './links.ts';
import { findNamedLinks, isAddressLike } from './named-links.ts';
import type { TextMention } from './text-mention.ts';

interface Leaf<Kind> {
  kind: Kind;
  text: string;
  /** The offset of `text` in the message. */
  start: number;
}

/** `text`: as typed. */
export interface MentionPart extends Leaf<'mention'> {
  mention: TextMention;
}

/** `text`: as typed. Perhaps no emoji has this name. */
interface EmojiPart extends Leaf<'emoji'> {
  name: string;
}

export type Inline = Leaf<'text'> | Leaf<'code'> | EmojiPart | MentionPart | Styled | Link;

interface Styled {
  kind: Style;
  content: Inline[];
}

export interface Link {
  kind: 'link';
  href: string;
  /** The host of the link if its text does not show it. */
  host: string | undefined;
  isNamed: boolean;
  /** A reader could take the text for another address. */
  isMisleading: boolean;
  content: Inline[];
}

/** A part of a line that has no style marks of its own. */
interface Atom {
  start: number;
  end: number;
  /** Undefined for a mark that is left out. */
  node: Inline | undefined;
}

/** Stands for each character of code and links. It belongs to no word and no address, and is not white space. */
const MASK = '\ue000';

/** Most lines have none of these. */
const SPECIAL = /[*_~[@:]|www\./i;

/** `spans`: one line, without its line break. `isCut`: it can end within marks. Linear. */
export function parseInline(spans: readonly Span[], isCut: boolean): Inline[] {
  const [first] = spans;
  if (!first) return [];
  if (first.kind === 'text' && spans.length === 1 && !SPECIAL.test(first.text))
    return [{ kind: 'text', text: first.text, start: first.start }];
  return new LineParser(spans, first.start - first.ticks, isCut).parse();
}

class LineParser {
  readonly #text: string;
  readonly #start: number;
  readonly #isCut: boolean;
  readonly #code: Atom[];

  constructor(spans: readonly Span[], start: number, isCut: boolean) {
    this.#start = start;
    this.#isCut = isCut;
    const raw = spans.map(({ text, ticks }) => '`'.repeat(ticks) + text + '`'.repeat(ticks));
    this.#text = raw.join('');
    this.#code = spans.filter(({ kind }) => kind === 'code').map(span => toCodeAtom(span, start));
  }

  parse(): Inline[] {
    const end = this.#text.length;
    const links = this.#findNamedLinks(mask(this.#text, 0, end, this.#code));
    const named = mergeSorted(links, this.#code);
    const cut = this.#isCut ? findCutMarks(mask(this.#text, 0, end, named)).map(toMark) : [];
    const atoms = mergeSorted(named, cut);
    const addresses = this.#findAddresses(mask(this.#text, 0, end, atoms));
    return this.#build(0, end, mergeSorted(atoms, addresses), this.#isCut);
  }

  #findNamedLinks(line: string): Atom[] {
    return findNamedLinks(line, this.#text).map(({ start, end, labelStart, labelEnd, href, host }) => {
      const label = this.#text.slice(labelStart, labelEnd);
      const [own] = this.#findAddresses(label, labelStart);
      if (own?.end === labelEnd && own.node?.kind === 'link' && own.node.href === href)
        return { start, end, node: own.node };
      const content = this.#build(labelStart, labelEnd, findWithin(this.#code, labelStart, labelEnd));
      return {
        start,
        end,
        node: { kind: 'link', href, host, isMisleading: isAddressLike(label), isNamed: true, content },
      };
    });
  }

  #findAddresses(line: string, from = 0): Atom[] {
    let end = from;
    return splitLinks(line).flatMap(({ label, href, host }) => {
      const start = end;
      end += label.length;
      if (href === undefined) return [];
      const content: Inline[] = [{ kind: 'text', text: label, start: this.#start + start }];
      const isMisleading = host !== undefined;
      return [{ start, end, node: { kind: 'link', href, host, isMisleading, isNamed: false, content } }];
    });
  }

  #findEmoji(line: string, from: number): Atom[] {
    return locateEmojiNames(line).map(({ start, end, name }) => {
      const node: Inline = { kind: 'emoji', text: `:${name}:`, name, start: this.#start + from + start };
      return { start: from + start, end: from + end, node };
    });
  }

  #build(from: number, to: number, otherAtoms: readonly Atom[], isCut = false): Inline[] {
    const atoms = mergeSorted(otherAtoms, this.#findEmoji(mask(this.#text, from, to, otherAtoms), from));
    const line = mask(this.#text, from, to, atoms);
    const styles = new StyleScanner(line);
    const marks = styles
      .scanTo(line.length)
      .map(mark => ({ ...mark, start: mark.start + from, end: mark.end + from }));
    const escapes = findEscapes(line).map(at => toMark({ start: at + from, end: at + from + 1 }));
    const open = isCut
      ? styles.openMarks.map(({ mark, start }) =>
          toMark({ start: start + from, end: start + from + mark.length }),
        )
      : [];
    const leftOut = mergeSorted<Atom>(escapes, open);
    const tree = new TreeBuilder(this.#text, this.#start, from);
    for (const part of mergeSorted<Atom | StyleMark>(mergeSorted(atoms, leftOut), marks)) tree.add(part);
    return tree.finish(to);
  }
}

class TreeBuilder {
  readonly #text: string;
  readonly #offset: number;
  readonly #root: Inline[] = [];
  readonly #open: Inline[][] = [this.#root];
  #at: number;

  constructor(text: string, offset: number, from: number) {
    this.#text = text;
    this.#offset = offset;
    this.#at = from;
  }

  add(part: Atom | StyleMark): void {
    this.#addText(part.start);
    this.#at = part.end;
    if ('node' in part) return part.node && void this.#open.at(-1)?.push(part.node);
    if (!part.isOpening) return void this.#open.pop();
    const content: Inline[] = [];
    this.#open.at(-1)?.push({ kind: part.style, content });
    this.#open.push(content);
  }

  finish(to: number): Inline[] {
    this.#addText(to);
    return this.#root;
  }

  #addText(end: number): void {
    if (end <= this.#at) return;
    const text = this.#text.slice(this.#at, end);
    this.#open.at(-1)?.push({ kind: 'text', text, start: this.#offset + this.#at });
  }
}

function toCodeAtom({ text, start, ticks }: Span, lineStart: number): Atom {
  const from = start - ticks - lineStart;
  return { start: from, end: from + text.length + 2 * ticks, node: { kind: 'code', text, start } };
}

function toMark({ start, end }: { start: number; end: number }): Atom {
  return { start, end, node: undefined };
}

function mask(text: string, from: number, to: number, atoms: readonly Atom[]): string {
  let [masked, at] = ['', from];
  for (const { start, end } of atoms) {
    masked += text.slice(at, start) + MASK.repeat(end - start);
    at = end;
  }
  return masked + text.slice(at, to);
}

/** Binary search, because a line can have thousands of links and of pieces of code. */
function findWithin(atoms: readonly Atom[], from: number, to: number): Atom[] {
  let [low, high] = [0, atoms.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((atoms[middle]?.start ?? to) < from) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while ((atoms[end]?.end ?? Number.POSITIVE_INFINITY) <= to) end++;
  return atoms.slice(low, end);
}

/** Atoms within others are left out, such as code in the label of a link. */
function mergeSorted<Part extends { start: number; end: number }>(
  a: readonly Part[],
  b: readonly Part[],
): Part[] {
  let end = 0;
  return [...a, ...b]
    .toSorted((one, other) => one.start - other.start)
    .filter(part => {
      const isFree = part.start >= end;
      if (isFree) ({ end } = part);
      return isFree;
    });
}
