export type TokenKind = 'comment' | 'keyword' | 'string' | 'number' | 'name' | 'added' | 'removed';

/** The texts of all tokens add up to the code. */
export interface CodeToken {
  kind?: TokenKind | undefined;
  text: string;
}

export interface HighlightRequest {
  code: string;
  /** In small letters, as written after the backticks. */
  language: string;
}
