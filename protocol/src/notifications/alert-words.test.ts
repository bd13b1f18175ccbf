import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { listSearchUnits, SearchedText } from '../search/search-words.ts';
import { AlertWordIndex, toAlertKeys } from './alert-words.ts';

function isFound(word: string, text: string): boolean {
  return new AlertWordIndex([['ann', [word]]]).find(text).has('ann');
}

test.each([
  ['soup', 'The SOUP is ready', 'soups', 'sou'],
  ['café', 'Cafe?', 'cafeteria', 'caf'],
  ['Müller', 'Frau Mueller kommt', 'Müllerin', 'Mull'],
  ['straße', 'in der STRASSE', 'Straßenbahn', 'stras'],
  ['on call', 'who is on\ncall today', 'on a call', 'oncall'],
  ['node.js', 'Node.js 24', 'nodejs', 'node'],
  ['c++', 'learn C++!', 'c', 'C#'],
  ['дом', 'Дом, милый', 'дома', 'до'],
  ['مكتبة', 'المَكْتَبَة', 'مكتبات', 'كتب'],
  ['北京', '我们在北京大学', '北 京', '京'],
  ['雪', '東京の雪です', '云', 'yuki'],
  ['らーめん', '東京でラーメンを', 'らーめ', 'ん'],
  ['서울', '서울대학교', '서', '울'],
  ['🚨', 'Help 🚨🚨', '🔔', 'siren'],
])('NS4 the word %s is found as the search finds a whole word', (word, text, other, part) => {
  expect([isFound(word, text), isFound(word, other), isFound(word, part)]).toEqual([true, false, false]);
});

test('NS4 each person learns of their own words only', () => {
  const index = new AlertWordIndex([
    ['ann', ['soup', 'bread']],
    ['ben', ['Soup']],
    ['cem', ['soup kitchen', '雪国']],
    ['dan', []],
  ]);
  expect([...index.find('hot soup')].toSorted()).toEqual(['ann', 'ben']);
  expect([...index.find('a SOUP kitchen in 雪国だ')].toSorted()).toEqual(['ann', 'ben', 'cem']);
  expect([...index.find('bread, and bread')]).toEqual(['ann']);
  expect([...index.find('')]).toEqual([]);
  expect([...new AlertWordIndex([]).find('soup')]).toEqual([]);
});

test('NS4 for many people, the words are those that a search for each word finds', () => {
  const pieces =
    'soup Soup so up s é e E\u0301 雪 国 ラ ら の 한 국 x1 fooBar Bar _ - . ! 7 ٧ ß ss ال كتاب 😀 \u200d';
  const piece = fc.constantFrom(...pieces.split(' '), ' ');
  const anyText = fc.array(piece, { maxLength: 12 }).map(some => some.join(''));
  const anyWord = fc
    .array(piece, { minLength: 1, maxLength: 4 })
    .map(some => some.join(''))
    .filter(word => listSearchUnits(word).length > 0);
  const property = fc.property(fc.array(anyWord, { maxLength: 30 }), anyText, (words, text) => {
    const searched = new SearchedText(text);
    const expected = words.filter(
      word => searched.findHits({ units: listSearchUnits(word), isPrefix: false }).length > 0,
    );
    const index = new AlertWordIndex(words.map(word => [word, [word]]));
    expect([...index.find(text)].toSorted()).toEqual([...new Set(expected)].toSorted());
  });
  fc.assert(property, { numRuns: 1_000 });
});

test('NS4 words with the same letters are the same', () => {
  const [soup, ...others] = ['Soup', 'soup', 'SÓUP', 'soup!'].map(word => toAlertKeys(word)[0]);
  expect(others).toEqual([soup, soup, soup]);
  expect(toAlertKeys('soups')[0]).not.toBe(soup);
});
