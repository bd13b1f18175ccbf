import type { LimitName } from './default-rates.ts';

/** Limits that protect accounts and the disk: more nodes must not multiply them. */
export const SHARED_LIMITS: ReadonlySet<LimitName> = new Set([
  'sign_in_failures',
  'sign_in',
  'sign_up',
  'provider_sign_in',
  'two_step_codes',
  'mails',
  'mail_requests',
  'notice_mails',
  'upload_bytes',
  'conversations',
]);

/** The cells of a rate limit that all nodes share, like those of `RateLimit`. Whole milliseconds. */
export interface SharedRates {
  /** Returns 0 and counts the cost if it is within the burst; otherwise returns the time to wait. */
  take(key: string, costMs: number, burstMs: number): Promise<number>;
  refund(key: string, costMs: number): Promise<void>;
  reset(key: string): Promise<void>;
}
