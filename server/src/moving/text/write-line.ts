import { type Mention, parseAddress, splitLinks, toMentionText } from '@snug/protocol';
import { canClose, canOpen } from '@snug/protocol/formatting/mark-edges.ts';
import { Appearance, CODE, readAppearance, STYLE_FLAGS } from './appearance.ts';
import type { Piece, TextStyles } from './text-row.ts';

/** Without width, and neither a letter nor a space: a mark beside it is at the edge of a word. */
const JOINER = '\u2060';
/** Without width, but a space to the parser: a mark beside it begins or ends nothing. */
const BLANK = '\ufeff';
/** Could begin or end code that has more lines. */
const FENCE = '```';
/** As the parser sees code and links. */
const MASK = '\ue000';

const MARKS = { bold: '**', italic: '_', strike: '~~' } as const;
type MarkedStyle = keyof typeof MARKS;
const MARKED_STYLES = Object.keys(MARKS) as MarkedStyle[];

export interface WrittenLine {
  text: string;
  mentions: Mention[];
  /** What the source shows. */
  appearance: Appearance;
  /** Shows what the source shows, wherever its line is. */
  isCertain: boolean;
}

/** What stands in the text, or stands for it while marks look for the edges of words. */
type Token =
  | { kind: 'text'; text: string }
  | { kind: 'mark'; text: string; isOpening: boolean }
  | { kind: 'atom'; text: string; uid?: string | null | undefined };

interface Atom {
  kind: 'text' | 'code' | 'link' | 'mention';
  text: string;
  styles: number;
  uid?: string | null | undefined;
  url?: string | undefined;
}

interface Form {
  hasMarks: boolean;
  /** At each mark and atom, instead of where the parser needs one. */
  hasAllJoiners?: boolean;
  /** Escapes each sign that could be a mark. Addresses have a label, which keeps their signs from the marks. */
  escapesAll?: boolean;
  escape?: '\\' | typeof BLANK;
}

/** The first that shows what the source shows. */
const FORMS: readonly Form[] = [
  { hasMarks: true },
  { hasMarks: true, escape: '\\' },
  { hasMarks: true, escape: BLANK },
  { hasMarks: true, escapesAll: true, escape: BLANK },
  { hasMarks: true, escapesAll: true, hasAllJoiners: true, escape: BLANK },
  { hasMarks: false, escapesAll: true, hasAllJoiners: true, escape: BLANK },
  { hasMarks: false },
];

const SPECIAL = /[*_~[`@:]|www\./i;

/** One line with Snug's marks. Reads the result with Snug's parser, and takes another form if it shows something else. Linear. */
export function writeLine(pieces: readonly Piece[], place: number): WrittenLine {
  const atoms = toAtoms(pieces);
  const appearance = toAppearance(atoms, place);
  const own = toAppearance(atoms, 0);
  if (atoms.every(({ kind, text, styles }) => kind === 'text' && styles === 0 && !SPECIAL.test(text)))
    return { text: atoms.map(({ text }) => text).join(''), mentions: [], appearance, isCertain: true };
  let best: { text: string; mentions: Mention[] } | undefined;
  for (const form of FORMS) {
    const written = new LineWriter(atoms, form).write();
    // The first sign keeps the line from being a quote or an item.
    const mentions = written.mentions.map(mention => ({ ...mention, start: mention.start + 1 }));
    const likeness = own.compare(readAppearance(BLANK + written.text, mentions));
    if (likeness === 'equal') return { ...written, appearance, isCertain: !written.text.includes(FENCE) };
    if (likeness === 'styles') best ??= written;
  }
  best ??= new LineWriter(atoms, { hasMarks: true }).write();
  return { ...best, appearance, isCertain: false };
}

/** Marks begin and end at words: the space at their edges has only the styles of both sides. */
function toAtoms(pieces: readonly Piece[]): Atom[] {
  const parts = pieces.flatMap(splitPiece);
  const following = listFollowing(parts);
  const atoms: Atom[] = [];
  let last = 0;
  for (const [index, part] of parts.entries()) {
    let { styles } = part;
    if (isBlank(part)) styles = last & (following[index] ?? 0);
    else last = styles;
    const before = atoms.at(-1);
    if (before && isSameText(before, part) && before.styles === styles) before.text += part.text;
    else atoms.push({ ...part, styles });
  }
  return atoms;
}

/** The styles of the next part with a word, for each part. */
function listFollowing(parts: readonly Atom[]): number[] {
  const following: number[] = [];
  let next = 0;
  for (const part of parts.toReversed()) {
    following.push(next);
    if (!isBlank(part)) next = part.styles;
  }
  return following.toReversed();
}

function isBlank({ kind, text }: Atom): boolean {
  return kind === 'text' && text.trim() === '';
}

function isSameText(one: Atom, other: Atom): boolean {
  return one.kind === other.kind && (one.kind === 'text' || one.kind === 'code');
}

function splitPiece(piece: Piece): Atom[] {
  const styles = readStyles(piece.styles);
  const { kind, text } = piece;
  if (kind === 'mention') return [{ kind, text: toMentionText(text), styles, uid: piece.uid }];
  if (kind === 'link') return writeLink(piece.url, text, styles);
  if (piece.styles.code && text.trim() !== '') return [{ kind: 'code', text, styles }];
  return splitSpace(text, styles);
}

/** Space at the ends is apart. */
function splitSpace(text: string, styles: number): Atom[] {
  const core = text.trim();
  const begin = text.indexOf(core);
  return [text.slice(0, begin), core, text.slice(begin + core.length)]
    .filter(part => part !== '')
    .map(part => ({ kind: 'text', text: part, styles }));
}

function readStyles(styles: TextStyles): number {
  return MARKED_STYLES.reduce((flags, style) => flags | (styles[style] ? STYLE_FLAGS[style] : 0), 0);
}

const MAX_ADDRESS_LENGTH = 2_000;
const UNSAFE_IN_ADDRESS = /[\s<>"\p{C}]/gu;

/** A link, or the address in brackets after a label that could be taken for another address. */
function writeLink(url: string, label: string, styles: number): Atom[] {
  const address = toAddress(url);
  const words = label.replaceAll(/\s+/g, ' ').trim();
  const isOwn = words === '' || isSameAddress(words, address);
  const isLink = address.length <= MAX_ADDRESS_LENGTH && parseAddress(address) !== undefined;
  if (!isLink) return splitSpace(isOwn ? words || url : `${words} (${url})`, styles);
  const atom: Atom = {
    kind: 'link',
    text: isOwn ? words || toShownAddress(address) : words,
    styles,
    url: address,
  };
  if (isOwn || (!looksLikeAddress(words) && hasPairs(words, '[', ']'))) return [atom];
  return [...splitSpace(`${words} (`, styles), { ...atom, text: address }, ...splitSpace(')', styles)];
}

function toAddress(url: string): string {
  const address = url.trim().replaceAll(UNSAFE_IN_ADDRESS, encodeURIComponent);
  return hasPairs(address, '(', ')') ? address : address.replaceAll('(', '%28').replaceAll(')', '%29');
}

/** Of a mail address without a subject, only the address. */
function toShownAddress(address: string): string {
  return address.replace(/^mailto:(?=[^?]*$)/i, '');
}

function isSameAddress(label: string, address: string): boolean {
  const plain = (text: string) =>
    text
      .replace(/^(?:https?:\/\/|mailto:)/i, '')
      .replace(/\/$/, '')
      .toLowerCase();
  return plain(label) === plain(address);
}

function looksLikeAddress(label: string): boolean {
  return splitLinks(label).some(({ href }) => href !== undefined);
}

function toAppearance(atoms: readonly Atom[], place: number): Appearance {
  const appearance = new Appearance();
  for (const { kind, text, styles, url } of atoms) {
    const flags = place | styles;
    const href = url === undefined ? undefined : parseAddress(url)?.href;
    const link = href === undefined ? undefined : { href, isNamed: true };
    appearance.add(text, kind === 'code' ? flags | CODE : flags, link);
    if (kind === 'mention') appearance.mentions++;
  }
  return appearance;
}

function hasStyle(styles: number, style: MarkedStyle): boolean {
  return (styles & STYLE_FLAGS[style]) !== 0;
}

class LineWriter {
  readonly #atoms: readonly Atom[];
  readonly #form: Form;
  readonly #ticks: string;
  readonly #tokens: Token[] = [];

  constructor(atoms: readonly Atom[], form: Form) {
    this.#atoms = atoms;
    this.#form = form;
    this.#ticks = chooseTicks(atoms);
  }

  write(): { text: string; mentions: Mention[] } {
    this.#addTokens();
    const masked = this.#tokens.map(({ kind, text }) => (kind === 'atom' ? MASK : text));
    const line = masked.join('');
    let [text, at] = ['', 0];
    const mentions: Mention[] = [];
    for (const [index, token] of this.#tokens.entries()) {
      const length = masked[index]?.length ?? 0;
      const run = { symbol: token.text.charAt(0), start: at, length };
      if (token.kind === 'text') text += escapeMarks(token.text, line, at, this.#form);
      else if (token.kind === 'mark') {
        const [before, after] = this.#joinMark(token.isOpening, line, run);
        text += before + token.text + after;
      } else {
        const joiner = this.#form.hasAllJoiners ? JOINER : '';
        text += joiner;
        if (token.uid !== undefined)
          mentions.push({ uid: token.uid, start: text.length, length: token.text.length });
        text += token.text + joiner;
      }
      at += length;
    }
    return { text, mentions };
  }

  /** Ends what the next part has not, and begins what it has more, with the longest style outside. */
  #addTokens(): void {
    const open: MarkedStyle[] = [];
    const close = (keeps: (style: MarkedStyle) => boolean) => {
      const from = open.findIndex(style => !keeps(style));
      if (from === -1) return;
      for (const style of open.splice(from).toReversed()) this.#addMark(style, false);
    };
    for (const [index, atom] of this.#atoms.entries()) {
      const styles = this.#form.hasMarks ? atom.styles : 0;
      close(style => hasStyle(styles, style));
      const opening = MARKED_STYLES.filter(style => hasStyle(styles, style) && !open.includes(style));
      const length = (style: MarkedStyle) => {
        let end = index;
        while (hasStyle(this.#atoms[end]?.styles ?? 0, style) && end - index < 8) end++;
        return end;
      };
      for (const style of opening.toSorted((one, other) => length(other) - length(one))) {
        open.push(style);
        this.#addMark(style, true);
      }
      this.#addAtom(atom);
    }
    close(() => false);
  }

  #addMark(style: MarkedStyle, isOpening: boolean): void {
    this.#tokens.push({ kind: 'mark', text: MARKS[style], isOpening });
  }

  #addAtom({ kind, text, uid, url = '' }: Atom): void {
    if (kind === 'text') this.#tokens.push({ kind, text });
    else if (kind === 'mention') this.#tokens.push({ kind: 'atom', text, uid });
    else
      this.#tokens.push({
        kind: 'atom',
        text: kind === 'code' ? this.#toCode(text) : this.#toLink(text, url),
      });
  }

  #toCode(text: string): string {
    const begin = text.startsWith('`') ? JOINER : '';
    const end = text.endsWith('`') ? JOINER : '';
    const last = this.#tokens.at(-1);
    const apart = last && last.text.endsWith('`') ? JOINER : '';
    return apart + this.#ticks + begin + text + end + this.#ticks;
  }

  #toLink(label: string, url: string): string {
    const [own, ...more] = splitLinks(label);
    if (!this.#form.escapesAll && own?.href === parseAddress(url)?.href && more.length === 0) return label;
    return `[${escapeMarks(label, label, 0, this.#form)}](${url})`;
  }

  /** What must stand beside a mark so that it begins or ends its style. */
  #joinMark(
    isOpening: boolean,
    line: string,
    run: { symbol: string; start: number; length: number },
  ): [before: string, after: string] {
    const end = run.start + run.length;
    const [before, after] = [line.charAt(run.start - 1), line.charAt(end)];
    const isPossible = isOpening ? canOpen(line, run) : canClose(line, run);
    const isAlone = before !== run.symbol && after !== run.symbol && before !== '\\';
    if (isPossible && isAlone && !this.#form.hasAllJoiners) return ['', ''];
    return [JOINER, JOINER];
  }
}

/** Keeps signs plain that would begin or end a style, and brackets that would be a link. `at`: where the text is in the line. */
function escapeMarks(text: string, line: string, at: number, { escape, escapesAll }: Form): string {
  if (escape === undefined) return text;
  const escaped = text.replaceAll(/\*+|_+|~+/g, (signs, offset: number) => {
    const run = { symbol: signs.charAt(0), start: at + offset, length: signs.length };
    if (!escapesAll && !canOpen(line, run) && !canClose(line, run)) return signs;
    return escape === BLANK ? BLANK + signs + BLANK : escape + signs;
  });
  return escape === BLANK ? escaped.replaceAll('](', `]${BLANK}(`) : escaped;
}

function hasPairs(text: string, opening: string, closing: string): boolean {
  let depth = 0;
  for (const sign of text) {
    if (sign === opening) depth++;
    else if (sign === closing && --depth < 0) return false;
  }
  return depth === 0;
}

/** One or two backticks, of which there are no others in the line. */
function chooseTicks(atoms: readonly Atom[]): string {
  const lengths = new Set(
    atoms.flatMap(({ kind, text }) =>
      kind === 'text' || kind === 'code' ? [...text.matchAll(/`+/g)].map(([run]) => run.length) : [],
    ),
  );
  return lengths.has(1) && !lengths.has(2) ? '``' : '`';
}
