import { expect, test } from 'vitest';
import { en } from './en.ts';
import { enLate } from './en-lazy.ts';
import { accented, turned } from './pseudolocale.ts';
import { textsOf } from './testing/texts.ts';

const english = [...textsOf(en), ...textsOf(enLate)];

const PSEUDO = [
  ['accented', accented],
  ['turned', turned],
] as const;

test.each(PSEUDO)(
  '%s has every text that English has, and none of them in plain letters',
  (_name, translate) => {
    const other = [...textsOf(translate('words', en)), ...textsOf(translate('late', enLate))];
    expect(other.map(([path]) => path)).toEqual(english.map(([path]) => path));
    expect(english.length).toBeGreaterThan(200);
    const plain = other.filter(([, text]) =>
      /[a-z]{2}/i.test(text.replaceAll(/\u202e\p{Letter}+\u202c/gu, '')),
    );
    expect(plain).toEqual([]);
  },
);

test('accented texts are about a third longer, and what is put in stays as it is', () => {
  const { rooms, shell, roomDetails } = accented('words', en);
  expect(rooms.about('Garden')).toMatch(/^\[[^A-Za-z]+ Garden\]$/);
  expect(shell.waiting(1)).not.toBe(shell.waiting(2).replace('2', '1'));
  expect(roomDetails.adminLetter).toBe('Å');
  const length = (texts: [string, string][]) => texts.reduce((sum, [, { length }]) => sum + length, 0);
  const longer = length(textsOf(accented('words', en))) / length(textsOf(en));
  expect(longer).toBeGreaterThan(1.25);
  expect(longer).toBeLessThan(1.5);
});

test('turned texts run from right to left word by word, and what is put in does not', () => {
  expect(turned('words', en).rooms.about('Garden')).toBe('\u202eAbout\u202c Garden');
  expect(turned('late', enLate).uploads.limit).toBe(
    '* \u202eonly\u202c \u202efiles\u202c \u202eless\u202c \u202ethan\u202c 5\u202emb\u202c \u202eare\u202c \u202eallowed\u202c',
  );
});
