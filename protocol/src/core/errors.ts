/** `status`: of HTTP. `retry`: whether the same command can succeed later. */
export const ERRORS = {
  invalid_input: { status: 400, retry: false, message: 'Something about that request was invalid' },
  unauthenticated: { status: 401, retry: false, message: 'Please sign in' },
  forbidden: { status: 403, retry: false, message: "You don't have permission to do that" },
  wrong_origin: {
    status: 403,
    retry: false,
    message: 'This Snug expects another address. Open that one, or set SNUG_URL.',
  },
  not_found: { status: 404, retry: false, message: 'Not found' },
  id_taken: { status: 409, retry: false, message: 'That id is already in use' },
  stale: { status: 409, retry: false, message: 'Someone changed that in the meantime' },
  too_large: { status: 413, retry: false, message: "That's too large" },
  limit_exceeded: { status: 409, retry: false, message: "That's over the limit" },
  rate_limited: { status: 429, retry: true, message: "You're going a bit fast. Try again soon." },
  internal: { status: 500, retry: false, message: 'Something went wrong on the server' },
  unavailable: { status: 503, retry: true, message: "Snug can't do that right now. Try again." },
  disk_full: {
    status: 507,
    retry: false,
    message: "The server is almost out of disk space, so it can't take files right now. Messages still work.",
  },
  timeout: { status: 504, retry: true, message: "Snug didn't respond in time. Try again." },
} as const;

export type ErrorCode = keyof typeof ERRORS;

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}

export interface ErrorBody {
  code: ErrorCode;
  message: string;
  /** Whether the same command may succeed later. */
  retry: boolean;
  /** In seconds. */
  retryAfter?: number;
  /** Of the request, as in the server's log. Servers before 0.5.0 send none. */
  id?: string;
}

export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly code: ErrorCode;
  /** In seconds; undefined if the server gives no time. */
  readonly retryAfter: number | undefined;
  /** Whether the same command may succeed later. */
  readonly isRetryable: boolean;
  /** Of the request that failed, as in the server's log. */
  readonly requestId: string | undefined;

  constructor(
    code: ErrorCode,
    message: string = ERRORS[code].message,
    retryAfter?: number,
    retry: boolean = isErrorCode(code) && ERRORS[code].retry,
    requestId?: string,
  ) {
    super(message);
    this.code = code;
    this.retryAfter = retryAfter;
    this.isRetryable = retry;
    this.requestId = requestId;
  }

  /** The error that a server reports. A later server can report codes that are not in `ERRORS`, so its `retry` counts. */
  static fromBody({ code, message, retryAfter, retry, id }: ErrorBody): CommandError {
    return new CommandError(code, message, retryAfter, retry, id);
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}
