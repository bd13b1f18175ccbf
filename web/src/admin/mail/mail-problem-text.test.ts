import { MAIL_REASONS } from '@snug/protocol';
import { expect, test } from 'vitest';
import { mailProblemText } from './mail-problem-text.ts';

const SERVER = 'mail.example.org:587';

test('each reason has its own text with the mail server and the next step', () => {
  const texts = MAIL_REASONS.map(reason => mailProblemText({ reason, server: SERVER }));
  expect(new Set(texts).size).toBe(MAIL_REASONS.length);
  for (const text of texts) expect(text).toMatch(/mail\.example\.org:587.*\. [A-Z].*\.$/);
});

test('the words of the mail server follow, and a reason of a later release has a general text', () => {
  const detail = '535 5.7.8 try again';
  expect(mailProblemText({ reason: 'sign_in', server: SERVER, detail })).toMatch(/"535 5\.7\.8 try again"$/);
  for (const reason of ['quota', 'toString', '__proto__'])
    expect(mailProblemText({ reason, server: SERVER })).toBe(
      "mail.example.org:587 doesn't accept mail. Look for the reason in the server's log.",
    );
});
