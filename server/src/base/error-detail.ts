/** For the log. With the stack, if there is one. */
export function getErrorDetail(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** For a person who runs Snug. */
export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
