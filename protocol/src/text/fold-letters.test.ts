import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldLetters } from './fold-letters.ts';

function listFolded(...texts: string[]): string[] {
  return [...new Set(texts.map(foldLetters))];
}

test('R4 letters without a decomposition fold to those that people type instead', () => {
  for (const [name, typed] of [
    ['Łukasz', 'lukasz'],
    ['Søren Ægirsson', 'SOREN AEGIRSSON'],
    ['Đorđe', 'dorde'],
    ['Þórður', 'thordur'],
    ['Œuvre', 'oeuvre'],
    ['Straße', 'STRASSE'],
    ['GROẞ', 'gross'],
    ['Ħal', 'hal'],
    ['Işıl', 'isil'],
    ['İpek', 'ipek'],
    ['Ĳsselmeer', 'ijsselmeer'],
    ['Ŋaŋa', 'nana'],
    ['Əli', 'eli'],
    ['Kaʻiulani', 'kaiulani'],
    ['Қанат', 'канат'],
  ] as const)
    expect(listFolded(name, typed)).toHaveLength(1);
});

test('R4 case, accents, width and forms of letters make no difference', () => {
  expect(listFolded('Élodie', 'ELODIE', 'e\u0301lodie', 'Ｅｌｏｄｉｅ')).toHaveLength(1);
  expect(listFolded('Nguyễn', 'nguyen')).toHaveLength(1);
  expect(listFolded('ΟΔΟΣ', 'οδός', 'οδοσ')).toHaveLength(1);
  expect(listFolded('Ёлка', 'елка')).toHaveLength(1);
  expect(listFolded('ﬁn', 'FIN')).toHaveLength(1);
  expect(listFolded('ヤマダ', 'ﾔﾏﾀﾞ', 'やまだ')).toHaveLength(1);
  expect(listFolded('٣۴५๖７', '34567')).toHaveLength(1);
  expect(listFolded('Ann\u200b\u00ad', 'ann')).toHaveLength(1);
  expect(listFolded('❤️', '❤')).toHaveLength(1);
});

test('R4 no letter of the Greek alphabet is taken for an accent', () => {
  for (const letter of 'αβγδεζηθικλμνξοπρσςτυφχψω') expect(foldLetters(letter)).toHaveLength(1);
  expect(listFolded('Ίσις', 'ΊΣΙΣ', 'ισις')).toEqual(['ισισ']);
  expect(listFolded('ναι', 'να')).toHaveLength(2);
});

test('R4 Arabic vowels and forms of letters, and Hebrew points make no difference', () => {
  expect(listFolded('أَحْمَد', 'احمد')).toHaveLength(1);
  expect(listFolded('إبراهيم', 'ابراهيم')).toHaveLength(1);
  expect(listFolded('آمنة', 'امنه')).toHaveLength(1);
  expect(listFolded('مصطفى', 'مصطفي')).toHaveLength(1);
  expect(listFolded('علی', 'علي')).toHaveLength(1);
  expect(listFolded('کریم', 'كريم')).toHaveLength(1);
  expect(listFolded('محمـــد', 'محمد')).toHaveLength(1);
  expect(listFolded('שָׁלוֹם', 'שלום')).toHaveLength(1);
  expect(listFolded('חיים', 'חיימ')).toHaveLength(1);
});

test('R4 й, ї and ў are letters of their own, and so are voiced kana', () => {
  for (const [one, other] of ['йи', 'Ии\u0306', 'їі', 'ўу', 'がか', 'だた'].map(pair => [
    pair.slice(0, 1),
    pair.slice(1),
  ]))
    expect(foldLetters(one ?? '')).not.toBe(foldLetters(other ?? ''));
  expect(listFolded('Сергій', 'СЕРГІЙ'.normalize('NFD'))).toHaveLength(1);
});

test('R4 a syllable of Hangul begins with the letters that somebody has typed so far', () => {
  for (const typed of ['ㄱ', '기', '김'])
    expect(foldLetters('김')).toMatch(new RegExp(`^${foldLetters(typed)}`));
});

test('R4 folded letters are folded, and do not depend on how a text was normalized', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), text => {
      const folded = foldLetters(text);
      expect(foldLetters(folded)).toBe(folded);
      expect(
        listFolded(text, text.normalize('NFD'), text.normalize('NFC'), text.normalize('NFKD')),
      ).toHaveLength(1);
    }),
  );
});
