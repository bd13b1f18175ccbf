import { STORE_REASONS } from '@snug/protocol';
import { expect, test } from 'vitest';
import { storeProblemText } from './store-problem-text.ts';

test('each reason has its own text with the next step', () => {
  const texts = STORE_REASONS.map(reason => storeProblemText({ reason, since: 0 }));
  expect(new Set(texts).size).toBe(STORE_REASONS.length);
  for (const text of texts) expect(text).toMatch(/\. [A-Z].*\.$/);
});

test('the code of the store follows, and a reason of a later release has a general text', () => {
  expect(storeProblemText({ reason: 'rights', detail: 'AccessDenied', since: 0 })).toMatch(
    / The code is AccessDenied\.$/,
  );
  for (const reason of ['locked', 'toString', '__proto__'])
    expect(storeProblemText({ reason, since: 0 })).toBe(
      "The file store doesn't work. Look for the reason in the server's log.",
    );
});
