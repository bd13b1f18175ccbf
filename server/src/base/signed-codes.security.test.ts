import { expect, test } from 'vitest';
import { newId } from './ids.ts';
import { SignedCodes } from './signed-codes.ts';

const codes = new SignedCodes('x'.repeat(32), 'invite');

test('N7 a code leads to its invitation, and only with the secret of this server', () => {
  const id = newId();
  const code = codes.toCode(id);
  expect(code).toMatch(/^[\w-]{43}$/);
  expect(codes.toId(code)).toBe(id);
  expect(new SignedCodes('y'.repeat(32), 'invite').toId(code)).not.toBe(id);
  expect(new SignedCodes('x'.repeat(32), 'webhook').toId(code)).not.toBe(id);
});

test('N3 no changed code leads to an invitation', () => {
  const id = newId();
  const code = codes.toCode(id);
  const changed = code
    .split('')
    .map((letter, at) => `${code.slice(0, at)}${letter === 'A' ? 'B' : 'A'}${code.slice(at + 1)}`);
  // The last letter of the encoding has unused bits.
  const others = [
    '',
    '-',
    'é',
    `${code}=`,
    ` ${code}`,
    `${code}A`,
    `!${code}`,
    code.slice(1),
    'x'.repeat(100),
  ];
  for (const other of [...changed, ...others]) expect(codes.toId(other)).not.toBe(id);
});
