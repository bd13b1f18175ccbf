import type { LineRow, Piece, TextRow } from './text-row.ts';

/** The two halves of a row, at a line break, at spaces or between two characters. Undefined for a row that has no halves. */
export function splitRow(row: TextRow): [TextRow, TextRow] | undefined {
  const item = row.item && { ...row.item, isFirst: false };
  if (row.kind === 'code') {
    const at = findMiddle(row.text, '\n');
    if (at === undefined) return undefined;
    const rest = row.text.slice(at).replace(/^\n/, '');
    return [
      { ...row, text: row.text.slice(0, at) },
      { ...row, item, text: rest },
    ];
  }
  const [only, ...others] = row.pieces;
  const isLongLink = only?.kind === 'link' && others.length === 0;
  const [first, second] = halvePieces(isLongLink ? [toText(only)] : row.pieces);
  const halved: LineRow = isLongLink ? { ...row, lacksLink: true } : row;
  return first.length > 0 && second.length > 0
    ? [
        { ...halved, pieces: trimText(first, -1, text => text.trimEnd()) },
        { ...halved, item, pieces: trimText(second, 0, text => text.trimStart()) },
      ]
    : undefined;
}

/** A link that is longer than a message has no other way. */
function toText(piece: Piece & { kind: 'link' }): Piece {
  return {
    kind: 'text',
    text: piece.text ? `${piece.text} (${piece.url})` : piece.url,
    styles: piece.styles,
  };
}

function halvePieces(pieces: readonly Piece[]): [Piece[], Piece[]] {
  const half = pieces.reduce((sum, { text }) => sum + text.length, 0) / 2;
  let length = 0;
  for (const [index, piece] of pieces.entries()) {
    const end = length + piece.text.length;
    if (end < half) {
      length = end;
      continue;
    }
    const [before, after] = [pieces.slice(0, index), pieces.slice(index + 1)];
    const at = piece.kind === 'text' ? findMiddle(piece.text, ' ') : undefined;
    // The half of many pieces is at the end of one.
    if (at === undefined) return before.length > 0 ? [before, [piece, ...after]] : [[piece], after];
    return [
      [...before, { ...piece, text: piece.text.slice(0, at) }],
      [{ ...piece, text: piece.text.slice(at) }, ...after],
    ];
  }
  return [[...pieces], []];
}

/** Trims the texts at one end. `end`: the place of the first or last one. */
function trimText(pieces: readonly Piece[], end: 0 | -1, trim: (text: string) => string): Piece[] {
  const trimmed = [...pieces];
  for (let piece = trimmed.at(end); piece?.kind === 'text'; piece = trimmed.at(end)) {
    const text = trim(piece.text);
    if (text !== '') return trimmed.with(end, { ...piece, text });
    if (end === 0) trimmed.shift();
    else trimmed.pop();
  }
  return trimmed;
}

/** At the separator that is nearest before the middle, if it is in the second quarter. */
function findMiddle(text: string, separator: string): number | undefined {
  const middle = text.length >> 1;
  const found = text.lastIndexOf(separator, middle);
  if (found > middle / 2) return found;
  const isWithinPair = (text.charCodeAt(middle) & 0xfc_00) === 0xdc_00;
  const at = isWithinPair ? middle - 1 : middle;
  return at > 0 ? at : undefined;
}
