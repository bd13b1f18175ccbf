import { countJsonBytes, MAX_PREVIEW_LENGTH, readMarkedWords } from '@snug/protocol';

/** A row of the list of rooms has at least this much for the text of its last message. */
const MIN_CUT_BYTES = 500;

/** Like `readMarkedWords`, of a text that the server may have cut. */
export function readPreview(text: string): string {
  return readMarkedWords(text, mayBeCut(text));
}

/** Of the text of a row of the list of rooms. */
export function mayBeCut(text: string): boolean {
  return text.length >= MAX_PREVIEW_LENGTH || countJsonBytes(text) >= MIN_CUT_BYTES;
}
