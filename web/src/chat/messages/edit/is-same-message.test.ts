import { expect, test } from 'vitest';
import { isSameMessage } from './is-same-message.ts';

test('the same text with another mention is another message', () => {
  const [ann, ben] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
  const mention = { uid: ann, start: 3, length: 4 };
  const named = { text: 'hi @Ann', mentions: [mention] };
  expect(isSameMessage({ text: 'hi @Ann', mentions: [] }, named)).toBe(false);
  expect(isSameMessage({ ...named, mentions: [{ ...mention, uid: ben }] }, named)).toBe(false);
  expect(isSameMessage({ text: 'hi @Ann!', mentions: [mention] }, named)).toBe(false);
  // The completion adds a space, which is not sent.
  expect(isSameMessage({ text: 'hi @Ann ', mentions: [{ length: 4, start: 3, uid: ann }] }, named)).toBe(
    true,
  );
});
