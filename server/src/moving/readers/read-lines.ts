import type { Readable } from 'node:stream';

export interface ReadLine {
  /** From 1. */
  number: number;
  /** Undefined for a line above the bound. */
  text: string | undefined;
}

const NEW_LINE = 10;

/** The lines of a text in UTF-8 that are not empty. A longer line than `maxBytes` is read past. */
export async function* readLines(stream: Readable, maxBytes: number): AsyncGenerator<ReadLine> {
  let parts: Buffer[] = [];
  let bytes = 0;
  let number = 0;
  const end = (): ReadLine | undefined => {
    number++;
    // Also without a byte order mark.
    const text = bytes > maxBytes ? undefined : Buffer.concat(parts).toString('utf8').trim();
    parts = [];
    bytes = 0;
    return text === '' ? undefined : { number, text };
  };
  const collect = (part: Buffer) => {
    bytes += part.length;
    if (bytes <= maxBytes) parts.push(part);
    else parts = [];
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(NEW_LINE); at >= 0; at = chunk.indexOf(NEW_LINE, from)) {
      collect(chunk.subarray(from, at));
      const line = end();
      if (line) yield line;
      from = at + 1;
    }
    if (from < chunk.length) collect(chunk.subarray(from));
  }
  const line = end();
  if (line) yield line;
}
