import { assert, boolean, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { readDigit, readKey } from './read-key.ts';

const press = (key: string, code: string, shiftKey = false) => ({ key, code, shiftKey });

test.each([
  // Russian, Ukrainian, Greek, Hebrew, Arabic, Persian, Thai, Korean, Hindi, Georgian, Armenian.
  ['л', 'KeyK', 'K'],
  ['Я', 'KeyZ', 'Z'],
  ['і', 'KeyS', 'S'],
  ['ρ', 'KeyR', 'R'],
  ['ק', 'KeyE', 'E'],
  ['ث', 'KeyE', 'E'],
  ['لا', 'KeyB', 'B'],
  ['ن', 'KeyK', 'K'],
  ['ิ', 'KeyB', 'B'],
  ['ำ', 'KeyE', 'E'],
  ['ㅏ', 'KeyK', 'K'],
  ['ी', 'KeyR', 'R'],
  ['კ', 'KeyK', 'K'],
  ['Խ', 'KeyX', 'X'],
  ['Process', 'KeyR', 'R'],
])('%s on %s is %s', (key, code, expected) => {
  expect(readKey(press(key, code))).toBe(expected);
});

test.each([
  // Dvorak, AZERTY, QWERTZ, Colemak, a full-width letter and Caps Lock.
  ['e', 'KeyD', 'E'],
  ['a', 'KeyQ', 'A'],
  ['z', 'KeyY', 'Z'],
  ['r', 'KeyS', 'R'],
  ['ｋ', 'KeyK', 'K'],
  ['R', 'KeyR', 'R'],
  // Turkish.
  ['ı', 'KeyI', 'I'],
  ['İ', 'KeyI', 'I'],
])('the Latin letter %s on %s is %s', (key, code, expected) => {
  expect(readKey(press(key, code))).toBe(expected);
});

test.each([
  // The point of Dvorak is where others have E; BÉPO has é at W and à at Z; AZERTY has a comma at M.
  ['.', 'KeyE'],
  ['é', 'KeyW'],
  ['à', 'KeyZ'],
  [',', 'KeyM'],
  ["'", 'KeyQ'],
  ['€', 'KeyE'],
  ['Dead', 'KeyN'],
  ['Enter', 'Enter'],
  ['Escape', 'CapsLock'],
])('%s on %s is no letter', (key, code) => {
  expect(readKey(press(key, code))).toBe(key);
});

test('a character with AltGr is no shortcut of its place', () => {
  const event = { ...press('ё', 'KeyE'), getModifierState: (key: string) => key === 'AltGraph' };
  expect(readKey(event)).toBe('ё');
});

test('question marks of all scripts open the shortcuts', () => {
  expect(readKey(press('?', 'Digit7', true)), 'Russian').toBe('?');
  expect(readKey(press('؟', 'Slash', true)), 'Arabic').toBe('?');
  expect(readKey(press('？', 'Slash', true)), 'Japanese').toBe('?');
  expect(readKey(press('՞', 'Slash', true)), 'Armenian').toBe('?');
});

test('digits count by their place', () => {
  expect(readDigit({ code: 'Digit9' })).toBe('9');
  expect(readDigit({ code: 'Numpad9' })).toBeUndefined();
});

test('a Latin letter always wins over its place', () => {
  const letters = integer({ min: 0, max: 25 }).map(index => String.fromCodePoint(97 + index));
  assert(
    property(letters, letters, boolean(), (key, place, isUpper) => {
      const typed = isUpper ? key.toUpperCase() : key;
      expect(readKey(press(typed, `Key${place.toUpperCase()}`))).toBe(key.toUpperCase());
    }),
  );
});

test('a letter of any other script counts by its place', () => {
  const other = integer({ min: 0x370, max: 0xd7a3 })
    .map(code => String.fromCodePoint(code))
    .filter(key => /^[\p{L}\p{M}]$/u.test(key.normalize('NFKC')))
    .filter(key => !/^\p{Script=Latin}/u.test(key.normalize('NFKC')));
  assert(
    property(other, key => {
      expect(readKey(press(key, 'KeyK'))).toBe('K');
    }),
  );
});
