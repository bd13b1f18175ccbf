import { parseJson } from '../../base/parse-json.ts';

/** Known exports nest up to about 30 levels. `JSON.parse` has no bound, and functions that read or write deeper values overflow the stack. */
export const MAX_DEPTH = 200;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Returns undefined if the text is not JSON, or has more than 200 levels. */
export function parseForeignJson(text: string): unknown {
  return isTooDeep(text) ? undefined : parseJson(text);
}

/** Whether a text has more than 200 levels, if it is JSON. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  let isString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) isString = !isString;
    else if (isString) at += Number(code === BACKSLASH);
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (++depth > MAX_DEPTH) return true;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--;
  }
  return false;
}
