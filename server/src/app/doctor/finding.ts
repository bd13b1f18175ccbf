/** The chapter of the proxies, for next steps. */
export const PROXY_CHAPTER = 'see "Behind https" in docs/self-hosting.md';

export interface Finding {
  check: string;
  /** `fail`: Snug does not work. `warn`: it works, but not as it should. `skipped`: nothing is known, and the text has the reason. */
  status: 'ok' | 'warn' | 'fail' | 'skipped';
  text: string;
  /** The next step. */
  next?: string;
}

export type Result = Omit<Finding, 'check'>;

/** Never rejects for what is wrong with the machine. Leaves nothing behind. */
export interface Check {
  name: string;
  run: () => Promise<Result>;
  /** The next step if nothing answers. */
  ifSilent?: string;
  /** If the usual time is too short. */
  timeoutMs?: number;
}
