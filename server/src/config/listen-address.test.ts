import { expect, test } from 'vitest';
import { getLocalAddress } from './listen-address.ts';

test.each([
  [{}, { host: '127.0.0.1', port: 3000 }],
  [
    { HOST: '', PORT: '' },
    { host: '127.0.0.1', port: 3000 },
  ],
  [
    { HOST: ' ', PORT: '\r' },
    { host: '127.0.0.1', port: 3000 },
  ],
  [
    { HOST: '0.0.0.0', PORT: '8080' },
    { host: '127.0.0.1', port: 8080 },
  ],
  [{ HOST: '::' }, { host: '::1', port: 3000 }],
  [{ HOST: '[::]' }, { host: '::1', port: 3000 }],
  [{ HOST: '192.0.2.7' }, { host: '192.0.2.7', port: 3000 }],
])('%j responds at %j', (variables, address) => {
  expect(getLocalAddress(variables)).toEqual(address);
});
