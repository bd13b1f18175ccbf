import { expect, test } from 'vitest';
import { createTotpSecret, createTotpUrl, findStep } from './totp.ts';

/** The secret and codes of RFC 6238, appendix B, whose last six digits count. */
const SECRET = '12345678901234567890';

test('S21 codes are those of RFC 6238', async () => {
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [20_000_000_000, '353130'],
  ] as const)
    expect(await findStep(SECRET, code, seconds * 1_000)).toBe(Math.floor(seconds / 30));
});

test('S21 the code before and the one after count, and no other one', async () => {
  const find = (seconds: number) => findStep(SECRET, '050471', seconds * 1_000);
  const step = Math.floor(1_111_111_111 / 30);
  expect(await find((step - 1) * 30)).toBe(step);
  expect(await find((step + 2) * 30 - 1)).toBe(step);
  expect(await find((step - 1) * 30 - 1)).toBeUndefined();
  expect(await find((step + 2) * 30)).toBeUndefined();
  for (const code of ['', '05047', '0504711', '０５０４７１'])
    expect(await findStep(SECRET, code, step * 30_000)).toBeUndefined();
});

test('a QR code contains a new secret of 40 characters, and the account', () => {
  const url = new URL(createTotpUrl(createTotpSecret(), 'ann@snug.example'));
  expect(url.href).toMatch(/^otpauth:\/\/totp\/Snug:ann%40snug\.example\?secret=[A-Z2-7]{40}&issuer=Snug/);
  expect(createTotpSecret()).not.toBe(createTotpSecret());
});
