export interface Styles {
  bold?: boolean;
  italic?: boolean;
  strike?: boolean;
  code?: boolean;
  href?: string;
}

export interface Run extends Styles {
  text: string;
}

/** A line of text. `prefix`: of quotes and lists. */
export interface RichLine {
  prefix: string;
  runs: Run[];
  isAfterBlank: boolean;
  isInList: boolean;
}

export interface CodeLines {
  code: string;
}

export type RichBlock = RichLine | CodeLines;

export function isSameStyle(one: Styles, other: Styles): boolean {
  return (
    Boolean(one.bold) === Boolean(other.bold) &&
    Boolean(one.italic) === Boolean(other.italic) &&
    Boolean(one.strike) === Boolean(other.strike) &&
    Boolean(one.code) === Boolean(other.code) &&
    one.href === other.href
  );
}
