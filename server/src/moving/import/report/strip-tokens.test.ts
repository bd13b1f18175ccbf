import { expect, test } from 'vitest';
import { stripTokens } from './strip-tokens.ts';

test.each([
  [
    'https://files.slack.com/files-pri/T1-F1/a.png?t=xoxe-1234-abcd',
    'https://files.slack.com/files-pri/T1-F1/a.png?t=TOKEN',
  ],
  [
    '{"url":"https://a.example/f?x=1&token=abc%20d","b":1}',
    '{"url":"https://a.example/f?x=1&token=TOKEN","b":1}',
  ],
  ['my token is xoxp-12-34-ab_c, do not tell', 'my token is TOKEN, do not tell'],
  ['XOXB-1-2', 'TOKEN'],
  ['https://a.example/?q=t=1', 'https://a.example/?q=t=1'],
  ['curl -H "Authorization: Bearer abcdefghijk"', 'curl -H "Authorization: Bearer TOKEN"'],
])('%s', (text, stripped) => {
  expect(stripTokens(text)).toBe(stripped);
});
