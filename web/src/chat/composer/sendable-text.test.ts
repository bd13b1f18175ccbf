import { expect, test } from 'vitest';
import { toSendableMentions, toSendableText } from './sendable-text.ts';

test('V4 a message is sent clean, with its first indent, and its mentions keep their words', () => {
  const typed = '\n \r\n  Slide title\v@Ann\ud800, hi\0 \n';
  const text = '  Slide title\n@Ann\ufffd, hi';
  expect(toSendableText(typed)).toBe(text);
  const mention = { uid: '11111111-1111-4111-8111-111111111111', start: typed.indexOf('@'), length: 4 };
  expect(toSendableMentions(typed, [mention])).toEqual([{ ...mention, start: text.indexOf('@') }]);
});
