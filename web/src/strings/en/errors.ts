import { ERRORS, type ErrorCode } from '@snug/protocol';
import { plural } from './plural.ts';

/** Error texts by code. The English texts come from the protocol. */
export const errors: Record<ErrorCode, string> & { rateLimitedFor: (seconds: number) => string } = {
  ...(Object.fromEntries(Object.entries(ERRORS).map(([code, { message }]) => [code, message])) as Record<
    ErrorCode,
    string
  >),
  rateLimitedFor: seconds =>
    plural(seconds, {
      one: `You're going a bit fast. Try again in ${seconds} second.`,
      other: `You're going a bit fast. Try again in ${seconds} seconds.`,
    }),
};
