export interface TextStyles {
  bold?: boolean | undefined;
  italic?: boolean | undefined;
  strike?: boolean | undefined;
  code?: boolean | undefined;
}

/** A part of a line. `text` has no line break. */
export type Piece = { text: string; styles: TextStyles } & (
  | { kind: 'text' }
  | { kind: 'mention'; uid: string | null }
  /** `text`: the label. */
  | { kind: 'link'; url: string }
);

export interface RowPlace {
  /** 0 to `MAX_QUOTE_DEPTH`. */
  quotes: number;
  item?: ItemPlace | undefined;
}

export interface ItemPlace {
  /** 0 to `MAX_LEVEL`. */
  level: number;
  marker: string;
  /** Of the lines of an item, the one with its marker. */
  isFirst: boolean;
}

export interface LineRow extends RowPlace {
  kind: 'line';
  pieces: readonly Piece[];
  /** A link became text, because it is longer than a message. */
  lacksLink?: true;
}

/** A block of code. */
export interface CodeRow extends RowPlace {
  kind: 'code';
  language: string;
  text: string;
}

export type TextRow = LineRow | CodeRow;

export const MAX_QUOTE_DEPTH = 3;
export const MAX_LEVEL = 3;
