import { MAX_NAME_LENGTH } from '@snug/protocol';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ProviderSettings } from '../config/provider-settings.ts';
import { getSubject, placeholderEmail, toNewUser } from './provider-profile.ts';

const PLACEHOLDER = 'nobody@no-address.invalid';

function settings(issuer?: string): ProviderSettings {
  return { id: 'oidc', name: 'Corp', clientId: '', clientSecret: '', scopes: [], issuer, endpoints: {} };
}

test('any name and address of a profile give a name and an address that can be stored and shown', () => {
  const anything = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.jsonValue());
  fc.assert(
    fc.property(anything, anything, anything, (name, login, email) => {
      const user = toNewUser({ name, login, email }, PLACEHOLDER);
      expect(user.name).toBe(user.name.trim());
      expect(user.name.length).toBeGreaterThan(0);
      expect(user.name.length).toBeLessThanOrEqual(MAX_NAME_LENGTH);
      expect(user.name.isWellFormed() && !user.name.includes('\0')).toBe(true);
      expect(user.email).toMatch(/^[^\s@]+@[^\s@]+$/);
    }),
  );
});

test('the display name takes precedence over the user name', () => {
  const readName = (claims: object) => toNewUser({ ...claims }, PLACEHOLDER).name;
  expect(readName({ name: 'Ann Alder', login: 'ann' })).toBe('Ann Alder');
  expect(readName({ name: '\u0000\t', preferred_username: 'ann' })).toBe('ann');
  expect(readName({ name: '\u200b\u3164', login: 'ann' })).toBe('ann');
  expect(readName({ name: 7, login: null })).toBe('Someone');
});

test('V5 the name of a profile loses controls of direction, and another name takes the place of an empty one', () => {
  const readName = (claims: object) => toNewUser({ ...claims }, PLACEHOLDER).name;
  expect(readName({ name: '\u202enimda \u200f', login: 'ann' })).toBe('nimda');
  expect(readName({ name: '\u2067 \u2069', nickname: '\u061cann' })).toBe('ann');
  expect(readName({ name: '\u202d' })).toBe('Someone');
  expect(readName({ name: `${'x'.repeat(MAX_NAME_LENGTH)}\u202c` })).toBe('x'.repeat(MAX_NAME_LENGTH));
  expect(readName({ name: 'رضا می‌خواهم' })).toBe('رضا می‌خواهم');
});

const NO_ADDRESSES = [
  null,
  7,
  '',
  'ann',
  'a@b@c',
  'ann @x.example',
  'ann\0@x.example',
  `${'x'.repeat(254)}@x.example`,
];
for (const email of NO_ADDRESSES) {
  test(`${JSON.stringify(email)?.slice(0, 20)} is not an address`, () => {
    expect(toNewUser({ email, email_verified: true }, PLACEHOLDER)).toMatchObject({
      email: PLACEHOLDER,
      emailVerified: false,
    });
  });
}

test('an address is verified only if the provider confirms it', () => {
  const verified = (email_verified: unknown) =>
    toNewUser({ email: 'Ann@X.example', email_verified }, PLACEHOLDER).emailVerified;
  expect([true, false, 'false', 1, undefined].map(verified)).toEqual([true, false, false, false, false]);
});

test('S1 a subject belongs to its issuer, and a profile without a subject is rejected', () => {
  expect(getSubject(settings('https://a.example'), { sub: '7' })).toBe('https://a.example 7');
  expect(getSubject(settings(), { id: 7 })).toBe('7');
  for (const claims of [{}, { sub: '' }, { sub: {} }, { id: Number.NaN }, { id: 1e21 }, { sub: null }]) {
    expect(() => getSubject(settings(), claims)).toThrow('no subject');
  }
});

test('the placeholder address is stable and unique to the person', () => {
  const address = placeholderEmail('a secret', 'github', '7');
  expect(placeholderEmail('a secret', 'github', '7')).toBe(address);
  const others = [
    placeholderEmail('another secret', 'github', '7'),
    placeholderEmail('a secret', 'google', '7'),
    placeholderEmail('a secret', 'github', '8'),
  ];
  expect(new Set([address, ...others]).size).toBe(4);
});
