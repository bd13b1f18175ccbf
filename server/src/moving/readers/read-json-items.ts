import type { Readable } from 'node:stream';
import { parseForeignJson } from '../archive/parse-foreign-json.ts';

export type JsonPart =
  /** The object before its array, which is empty in it. */
  | { kind: 'head'; value: unknown }
  /** `value` is undefined for an item that is not JSON, or larger than the bound. */
  | { kind: 'item'; value: unknown }
  /** The members after the array. Missing if the file ends before. */
  | { kind: 'tail'; value: unknown };

const MAX_HEAD_BYTES = 4 * 1024 * 1024;
const MAX_ITEM_BYTES = 32 * 1024 * 1024;
/** Of the name of the array, the colon and the white space before it. */
const MAX_NAME_BYTES = 512;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];
const SPACES = new Set([0x20, 0x09, 0x0a, 0x0d]);

/**
 * Cuts the array `name` of the outermost object into its items, because V8 parses no text above 512 MiB. Yields nothing for a file
 * without such an array in its first 4 MiB.
 */
export async function* readJsonItems(stream: Readable, name: string): AsyncGenerator<JsonPart> {
  const isArrayNext = (text: string) => {
    const start = text.trimEnd();
    return start.endsWith(':') && start.slice(0, -1).trimEnd().endsWith(`"${name}"`);
  };
  let place: 'head' | 'array' | 'tail' = 'head';
  let depth = 0;
  let isString = false;
  let isEscaped = false;
  let isItem = false;
  let parts: Buffer[] = [];
  let bytes = 0;
  const collect = (part: Buffer) => {
    bytes += part.length;
    if (bytes <= MAX_ITEM_BYTES) parts.push(part);
    else parts = [];
  };
  const take = (): string | undefined => {
    const text = bytes > MAX_ITEM_BYTES ? undefined : Buffer.concat(parts).toString('utf8');
    parts = [];
    bytes = 0;
    return text;
  };
  const takeItem = (): JsonPart => {
    isItem = false;
    const text = take();
    return { kind: 'item', value: text === undefined ? undefined : parseForeignJson(text) };
  };

  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]!;
      if (isString) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isString = false;
        continue;
      }
      // Between two items.
      if (place === 'array' && depth === 2 && !isItem) {
        if (SPACES.has(byte) || byte === COMMA) {
          from = at + 1;
          continue;
        }
        if (byte !== CLOSE_BRACKET) isItem = true;
      } else if (place === 'array' && depth === 2 && (byte === COMMA || byte === CLOSE_BRACKET)) {
        collect(chunk.subarray(from, at));
        from = at + 1;
        yield takeItem();
      }
      if (byte === QUOTE) isString = true;
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        depth++;
        if (place === 'head' && depth === 2 && byte === OPEN_BRACKET) {
          const before = [...parts, chunk.subarray(0, at)];
          if (isArrayNext(takeEnd(before, MAX_NAME_BYTES).toString('utf8'))) {
            const head = Buffer.concat(before)
              .toString('utf8')
              .replace(/^\ufeff/, '');
            yield { kind: 'head', value: parseForeignJson(`${head}[]}`) };
            place = 'array';
            take();
            from = at + 1;
          }
        }
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        depth--;
        if (place === 'array' && depth === 1) {
          place = 'tail';
          take();
          from = at + 1;
        } else if (place === 'tail' && depth === 0) {
          collect(chunk.subarray(from, at));
          yield { kind: 'tail', value: parseForeignJson(`{${take()?.replace(/^\s*,/, '') ?? ''}}`) };
          return;
        } else if (depth <= 0) return;
      }
    }
    if (from < chunk.length) collect(chunk.subarray(from));
    if (place === 'head' && bytes > MAX_HEAD_BYTES) return;
  }
  // The file ends within an item.
  if (isItem) yield takeItem();
}

/** The last bytes of these buffers. */
function takeEnd(buffers: readonly Buffer[], maxBytes: number): Buffer {
  let end = Buffer.alloc(0);
  for (let at = buffers.length - 1; at >= 0 && end.length < maxBytes; at--)
    end = Buffer.concat([buffers[at]!.subarray(end.length - maxBytes), end]);
  return end;
}
