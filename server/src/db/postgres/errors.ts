/** The server cannot be reached, or the connection to it is lost. */
export class ConnectionError extends Error {
  /** The next step of the operator, if there is one. */
  readonly hint: string | undefined;

  constructor(message: string, { hint, ...options }: ErrorOptions & { hint?: string } = {}) {
    super(message, options);
    this.hint = hint;
  }
}

/** The transaction may be stored: the connection was lost at its COMMIT, or the wait for a standby was cancelled. */
export class UnknownOutcomeError extends Error {}

/** SQLSTATEs of a serialization failure and of a deadlock. */
const TRANSIENT = new Set(['40001', '40P01']);
/** SQLSTATEs after which a retry may succeed: also a key that another batch stored first. */
const CONFLICTS = new Set([...TRANSIENT, '23505']);

/** Classes of SQLSTATEs about one statement and its data. All others are about the server. */
const STATEMENT_CLASSES = new Set(['0A', '21', '22', '23', '42', '44', 'P0']);

interface ServerError extends Error {
  severity: string;
  code: string;
}

export function isServerError(error: unknown): error is ServerError {
  return error instanceof Error && 'severity' in error && 'code' in error;
}

export function getSqlState(error: unknown): string | undefined {
  return isServerError(error) ? error.code : undefined;
}

export function isFatal(error: unknown): boolean {
  return isServerError(error) && error.severity !== 'ERROR';
}

export function isConflict(error: unknown): boolean {
  return CONFLICTS.has(getSqlState(error) ?? '');
}

export function isTransient(error: unknown): boolean {
  return TRANSIENT.has(getSqlState(error) ?? '');
}

export function isStorageFailure(error: unknown): boolean {
  if (error instanceof ConnectionError || error instanceof UnknownOutcomeError) return true;
  const state = getSqlState(error);
  return state !== undefined && !CONFLICTS.has(state) && !STATEMENT_CLASSES.has(state.slice(0, 2));
}

export function isRetryable(error: unknown): boolean {
  return error instanceof ConnectionError || error instanceof UnknownOutcomeError || isFatal(error);
}
