import { ArchiveError, InvalidJsonError, quote } from './archive-error.ts';
import { MAX_JSON_BYTES } from './archive-limits.ts';
import { isTooDeep, MAX_DEPTH, parseForeignJson } from './parse-foreign-json.ts';

/** Throws an `ArchiveError` if the entry is too large. */
export function checkSize(path: string, size: number, maxBytes: number): void {
  if (size > maxBytes)
    throw new ArchiveError(`${quote(path)} has ${size} bytes. At most ${maxBytes} bytes are possible.`);
}

/** Throws an `InvalidJsonError`, or an `ArchiveError` above 256 MiB. */
export async function readJson(
  path: string,
  size: number,
  read: (path: string, maxBytes: number) => Promise<Buffer>,
): Promise<unknown> {
  checkSize(path, size, MAX_JSON_BYTES);
  const text = (await read(path, MAX_JSON_BYTES)).toString('utf8');
  const value = parseForeignJson(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  if (value !== undefined) return value;
  throw new InvalidJsonError(
    isTooDeep(text) ? `${quote(path)} has more than ${MAX_DEPTH} levels.` : `${quote(path)} is not JSON.`,
  );
}
