export interface Finding {
  check: string;
  /** `fail`: Snug does not work. `warn`: it works, but not as it should. `skipped`: nothing is known, and the text has the reason. */
  status: 'ok' | 'warn' | 'fail' | 'skipped';
  text: string;
  /** The next step. */
  next?: string;
}

/** Never rejects for what is wrong with the machine. Leaves nothing behind. */
export interface Check {
  name: string;
  run: () => Promise<Omit<Finding, 'check'>>;
}
