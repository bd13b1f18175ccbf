import { expect, test } from 'vitest';
import { type MentionedText, MentionHistory } from './mention-history.ts';

const START: MentionedText = { text: 'Hi @Ann!', mentions: [{ uid: 'ann', start: 3, length: 4 }] };

test('undo restores the mentions that an edit ended', () => {
  const history = new MentionHistory();
  const deleted = history.change(START, '', 0);
  expect(deleted.mentions).toEqual([]);
  expect(history.change(deleted, START.text, 8)).toEqual(START);

  const cut = history.change(START, 'Hi @An!', 6);
  const typed = history.change(cut, 'Hi @Anna!', 8);
  expect([cut.mentions, typed.mentions]).toEqual([[], []]);
  const back = history.change(typed, cut.text, 6);
  expect(back.mentions).toEqual([]);
  expect(history.change(back, START.text, 7)).toEqual(START);
});

test('a sent text is forgotten', () => {
  const history = new MentionHistory();
  const deleted = history.change(START, '', 0);
  history.clear();
  expect(history.change(deleted, START.text, 8).mentions).toEqual([]);
});
