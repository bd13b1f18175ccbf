import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createOTP } from '@better-auth/utils/otp';

const STEP_MS = 30_000;
/** Clocks of phones differ, and typing takes time: the step before and the one after count, too. */
const NEIGHBOURS = [0, -1, 1];
/** 150 random bits, and 40 characters in the app of the person. */
const SECRET_LENGTH = 25;

export function createTotpSecret(): string {
  return randomBytes(SECRET_LENGTH).toString('base64url').slice(0, SECRET_LENGTH);
}

/** The URL that an authenticator app reads from a QR code. `account`: what the app shows. */
export function createTotpUrl(secret: string, account: string): string {
  return createOTP(secret).url('Snug', account);
}

/** The step of time whose code it is (RFC 6238); undefined for a wrong code. The library has only the clock of this process. */
export async function findStep(secret: string, code: string, now: number): Promise<number | undefined> {
  const otp = createOTP(secret);
  const current = Math.floor(now / STEP_MS);
  const steps = NEIGHBOURS.map(offset => current + offset);
  const codes = await Promise.all(steps.map(step => otp.hotp(step)));
  return steps.find((_, index) => isEqual(codes[index] ?? '', code));
}

function isEqual(expected: string, code: string): boolean {
  const [left, right] = [Buffer.from(expected), Buffer.from(code)];
  return left.length === right.length && timingSafeEqual(left, right);
}
