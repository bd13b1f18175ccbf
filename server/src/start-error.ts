/** Something about this machine or its settings that stops the start; `message` is one line for its admin. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** The operating system's name for what went wrong, such as `ENOSPC`. */
export function getErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
