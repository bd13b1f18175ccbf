import type { Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { StartError } from '../../base/start-error.ts';

/** A room with its members is the longest. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;
const MAX_PAGE_LINES = 1_000;
const MAX_PAGE_BYTES = 4 * 1024 * 1024;
const NEW_LINE = 10;

/** The values of JSON Lines in UTF-8, in pages. `name`: for errors. Throws a `StartError` with the number of a broken line. */
export async function* readJsonLines(
  bytes: Readable,
  hash: Hash,
  name: string,
): AsyncGenerator<readonly unknown[]> {
  let page: unknown[] = [];
  let pageBytes = 0;
  let count = 0;
  for await (const line of splitLines(bytes, hash, name)) {
    count += 1;
    if (line.length > 0) page.push(parseLine(line, `Line ${count} of ${name}`));
    pageBytes += line.length;
    if (page.length < MAX_PAGE_LINES && pageBytes < MAX_PAGE_BYTES) continue;
    yield page;
    [page, pageBytes] = [[], 0];
  }
  if (page.length > 0) yield page;
}

async function* splitLines(bytes: Readable, hash: Hash, name: string): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    hash.update(chunk);
    let from = 0;
    for (let end = chunk.indexOf(NEW_LINE); end >= 0; end = chunk.indexOf(NEW_LINE, from)) {
      const last = chunk.subarray(from, end);
      yield parts.length === 0 ? last : Buffer.concat([...parts, last]);
      [parts, length] = [[], 0];
      from = end + 1;
    }
    if (from === chunk.length) continue;
    parts.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > MAX_LINE_BYTES) throw new StartError(`A line of ${name} has more than 64 MB.`);
  }
  if (parts.length > 0) yield Buffer.concat(parts);
}

function parseLine(line: Buffer, name: string): unknown {
  try {
    return JSON.parse(line.toString());
  } catch {
    throw new StartError(`${name} is no JSON.`);
  }
}
