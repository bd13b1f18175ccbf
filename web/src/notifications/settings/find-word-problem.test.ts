import { MAX_ALERT_WORDS } from '@snug/protocol';
import { expect, test } from 'vitest';
import { findWordProblem } from './find-word-problem.ts';

test('NS4 a word that finds the same as another one names that one, also in other letters', () => {
  const words = ['Müller', 'New York', '雪'];
  expect(findWordProblem(words, 'muller')).toEqual({ known: 'Müller' });
  expect(findWordProblem(words, 'new-york!')).toEqual({ known: 'New York' });
  expect(findWordProblem(words, '雪')).toEqual({ known: '雪' });
  expect(findWordProblem(words, 'York')).toBeUndefined();
});

test('NS4 a word is too short with one letter, and a full list takes no more', () => {
  const full = Array.from({ length: MAX_ALERT_WORDS }, (_, index) => `word ${index}`);
  expect(findWordProblem([], 'a!')).toBe('tooShort');
  expect(findWordProblem(full, 'soup')).toBe('tooMany');
  expect(findWordProblem(full, 'Word 3')).toEqual({ known: 'word 3' });
  expect(findWordProblem(full.slice(1), 'soup')).toBeUndefined();
});
