export const TEXT_BYTES = 200;
const DIGITS = 8;
const FILLER = ' and then there is as much more of it as an ordinary message has '.repeat(4);
const ZERO = 48;

/** 200 bytes that begin with the number of the message. */
export function createText(index: number): string {
  return (String(index).padStart(DIGITS, '0') + FILLER).slice(0, TEXT_BYTES);
}

export function readIndex(payload: Buffer, at: number): number {
  let index = 0;
  for (let digit = at; digit < at + DIGITS; digit++) index = index * 10 + (payload[digit] ?? 0) - ZERO;
  return index;
}
