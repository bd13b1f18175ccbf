import { expect, test } from 'vitest';
import { CHALLENGE_LIFETIME_MS, SignInChallenges } from './sign-in-challenges.ts';

const NOW = Date.UTC(2026, 0, 1);

test('S28 nobody can invent a challenge, or extend one', () => {
  const challenges = new SignInChallenges('x'.repeat(32), () => NOW);
  const { code, challenge } = challenges.create();
  expect(challenges.find(code)).toEqual({ challenge, expiresAt: NOW + CHALLENGE_LIFETIME_MS });
  expect(challenges.create().code).not.toBe(code);
  const bytes = Buffer.from(code, 'base64url');
  for (const index of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(challenges.find(changed.toString('base64url')), `byte ${index}`).toBeUndefined();
  }
  const ofOtherServer = new SignInChallenges('y'.repeat(32), () => NOW).create().code;
  for (const other of ['', code.slice(1), `${code}=`, ofOtherServer])
    expect(challenges.find(other)).toBeUndefined();
});
