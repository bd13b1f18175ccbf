/** The machine or the settings prevent the start. `message` is one line for the operator. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Returns the code of a system error, such as `ENOSPC`. */
export function getErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
