import { expect, test } from 'vitest';
import { findExpectedAddress } from './expected-address.ts';

const LOOPBACK = ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'];

for (const [origins, opened, expected] of [
  [LOOPBACK, 'http://127.0.0.1:3000', undefined],
  [LOOPBACK, 'http://[::1]:3000', undefined],
  [LOOPBACK, 'http://10.0.0.5:3000', 'http://localhost:3000'],
  [LOOPBACK, 'http://localhost:8080', 'http://localhost:3000'],
  [['https://chat.example'], 'https://chat.example', undefined],
  [['https://chat.example'], 'http://chat.example', 'https://chat.example'],
  [['https://chat.example'], 'https://www.chat.example', 'https://chat.example'],
  [['https://xn--mller-kva.example'], 'https://xn--mller-kva.example', undefined],
] as const)
  test(`a page at ${opened} of ${origins[0]} expects ${expected ?? 'nothing else'}`, () => {
    expect(findExpectedAddress({ origins: [...origins] }, { origin: opened })).toBe(expected);
  });

test('without the addresses of the server, such as an older one, none is wrong', () => {
  expect(findExpectedAddress({}, { origin: 'http://10.0.0.5:3000' })).toBeUndefined();
});
