import { createPublicKey, verify } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { deriveVapidKeys, VapidSigner } from './vapid.ts';

const NOW = 1_800_000_000_000;
const HOUR_MS = 60 * 60_000;

function createSigner(origin = 'https://chat.example') {
  const clock = { now: NOW };
  const keys = deriveVapidKeys('x'.repeat(32));
  return { clock, keys, signer: new VapidSigner({ keys, origin, now: () => clock.now }) };
}

interface Claims {
  aud: string;
  exp: number;
  sub: string;
}

function parse(header: string): { claims: Claims; isSigned: boolean; key: string } {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const coordinates = { x: point.toString('base64url', 1, 33), y: point.toString('base64url', 33) };
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', ...coordinates } });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  return { claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as Claims, isSigned, key };
}

test('PD3 a push names the server with a signature for its push service, for at most a day', () => {
  const { signer, keys } = createSigner();
  for (const [endpoint, aud] of [
    ['https://push.example/send/abc?x=1', 'https://push.example'],
    ['https://push.example:8443/a', 'https://push.example:8443'],
    ['http://[::1]:9/a', 'http://[::1]:9'],
  ] as const) {
    const { claims, isSigned, key } = parse(signer.getHeader(endpoint));
    expect([isSigned, key]).toEqual([true, keys.publicKey]);
    expect(claims).toEqual({ aud, exp: NOW / 1_000 + 12 * 3_600, sub: 'https://chat.example' });
  }
});

test('PD3 a signature serves an origin for six hours, and a clock that goes back ends it', () => {
  const { signer, clock } = createSigner();
  const first = signer.getHeader('https://push.example/a');
  clock.now += 6 * HOUR_MS - 1_000;
  expect(signer.getHeader('https://push.example/b')).toBe(first);
  expect(signer.getHeader('https://other.example/b')).not.toBe(first);
  clock.now += 1_000;
  const second = signer.getHeader('https://push.example/a');
  expect(parse(second).claims.exp).toBe(clock.now / 1_000 + 12 * 3_600);
  clock.now -= 24 * HOUR_MS;
  expect(parse(signer.getHeader('https://push.example/a')).claims.exp).toBe(clock.now / 1_000 + 12 * 3_600);
});

test('PD3 thousands of origins have signatures, of which few are kept', () => {
  const { signer } = createSigner();
  const getHeader = (number: number) => signer.getHeader(`https://push-${number}.example/`);
  const [first, last] = [getHeader(0), getHeader(1)];
  for (let number = 2; number < 101; number++) getHeader(number);
  expect([getHeader(1) === last, getHeader(0) === first]).toEqual([true, false]);
});

test('PD3 a server without https has a subject that push services accept', () => {
  const { signer } = createSigner('http://localhost:3000');
  expect(parse(signer.getHeader('https://push.example/')).claims.sub).toBe('https://localhost:3000');
});

test('PD3 the push key follows from the secret of the server alone', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 32, maxLength: 60 }), secret => {
      const keys = deriveVapidKeys(secret);
      expect(deriveVapidKeys(secret)).toEqual(keys);
      expect(Buffer.from(keys.publicKey, 'base64url')).toHaveLength(65);
      expect(deriveVapidKeys(`${secret}.`).publicKey).not.toBe(keys.publicKey);
    }),
    { numRuns: 20 },
  );
});
