import { ERRORS, type ErrorCode } from '@snug/protocol';
import { plural } from './plural.ts';

/** Why something was refused, by the code of the error: in English, the protocol has the words. */
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
