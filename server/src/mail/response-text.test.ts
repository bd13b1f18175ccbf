import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toPublicText } from './response-text.ts';

const MAIL = { to: 'ann.lee@snug.example' };

test('S19 a response of a mail server shows neither addresses nor the password, in any form', () => {
  const url = 'smtp://mailer:p%40ss@mail.example';
  const responses = [
    '550 <ann.lee@snug.example>: no such user',
    '550 user Ann.Lee unknown; try ben@other.example,eve@other.example',
    '535 AUTH PLAIN AG1haWxlcgBwQHNz failed (bWFpbGVy cEBzcw==)',
    '535 xp@ssx is wrong, p@ss: too',
  ];
  const shown = responses.map(text => toPublicText(text, url, MAIL)).join('\n');
  expect(shown).not.toMatch(/ann\.lee|ben@|eve@|p@ss|AG1haWxlcgBwQHNz|bWFpbGVy|cEBzcw/i);
  expect(shown).toContain('no such user');
  expect(toPublicText('250 queued for anna.lee and ann.leeson', url, MAIL)).toBe(
    '250 queued for anna.lee and ann.leeson',
  );
});

test('S19 no part of an address or of the password is at the end of a long response', () => {
  const url = 'smtp://mailer:correct-horse@mail.example';
  for (let length = 200; length < 250; length++) {
    const words = 'x '.repeat(length / 2).padEnd(length);
    for (const secret of ['ann.lee@snug.example', 'ann.lee', 'eve@other.example', 'correct-horse'])
      expect(toPublicText(`${words}${secret} is refused`, url, MAIL)).not.toMatch(/ann|eve|cor|hor/);
  }
});

test('S19 letters whose lower case is longer do not move what is hidden', () => {
  const url = 'smtp://mailer:secret@mail.example';
  expect(toPublicText('550 İSTANBUL İİ Ann.Lee is unknown', url, MAIL)).toBe('550 İSTANBUL İİ … is unknown');
});

test('any response is one short line', () => {
  const texts = fc.string({ unit: 'binary', maxLength: 400 });
  const passwords = fc.string({ unit: 'binary', maxLength: 20 });
  fc.assert(
    fc.property(texts, passwords, (text, password) => {
      const url = `smtp://u:${encodeURIComponent(password.toWellFormed())}@mail.example`;
      const line = toPublicText(text, url, MAIL);
      expect(line.length).toBeLessThan(1_000);
      expect(line).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
    }),
  );
});
