/** The archive is unsafe, damaged or unreadable. `message` is one line for the operator. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}

/** One entry is not JSON, or too deep; the others may be read. */
export class InvalidJsonError extends Error {
  override readonly name = 'InvalidJsonError';
}

/** A foreign text for one line of a terminal. */
export function quote(text: string): string {
  return JSON.stringify(text.slice(0, 200)).replaceAll(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    letter => `\\u{${letter.codePointAt(0)?.toString(16)}}`,
  );
}
