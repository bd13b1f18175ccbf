import { expect, test } from 'vitest';
import { findRelyingParty } from './relying-party.ts';

test('S29 passkeys belong to the domain of the public address', () => {
  expect(findRelyingParty(['https://chat.snug.example'])).toEqual({
    id: 'chat.snug.example',
    origins: ['https://chat.snug.example'],
  });
  const loopback = ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'] as const;
  expect(findRelyingParty([...loopback])).toEqual({ id: 'localhost', origins: ['http://localhost:3000'] });
});

test.each(['http://chat.snug.example', 'https://192.0.2.1', 'http://[::1]:3000', 'http://127.0.0.1:3000'])(
  'S29 browsers refuse passkeys at %s',
  origin => {
    expect(findRelyingParty([origin])).toBeUndefined();
  },
);
