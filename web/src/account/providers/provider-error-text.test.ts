import { expect, test } from 'vitest';
import { providerErrorText } from './provider-error-text.ts';

test('a taken address shows what to do, with the name of the provider', () => {
  expect(providerErrorText('account_not_linked', 'Corp')).toBe(
    "There's already an account with this email. Sign in to it, then link Corp from the Dashboard.",
  );
});

test('an unknown code, also one that an attacker put into the URL, shows a general text', () => {
  for (const code of ['', 'provider_', 'Please call 555', 'toString', '__proto__', 'constructor']) {
    expect(providerErrorText(code, 'GitHub')).toBe("Couldn't reach GitHub. Try again later.");
  }
});

test('each reason has a text of its own, with the name of the provider', () => {
  const reasons = ['issuer', 'client', 'clock', 'audience', 'signature', 'profile', 'claim', 'unreachable'];
  const texts = reasons.map(reason => providerErrorText(`provider_${reason}`, 'Corp'));
  expect(new Set(texts).size).toBe(reasons.length);
  for (const text of texts) expect(text).toContain('Corp');
  expect(providerErrorText('invalid_code', 'Corp')).toBe(
    'That took too long or was started in another window. Try again.',
  );
});

test('an end of the access shows whom to ask', () => {
  expect(providerErrorText('forbidden', 'Corp')).toBe(
    'Your access has ended. Ask the person who invited you, or the people who look after this server.',
  );
});
