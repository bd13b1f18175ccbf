import { createECDH, randomBytes } from 'node:crypto';
import { decryptPush } from '@snug/testkit/push-decryption.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { arePushKeys, encryptPush, MAX_PAYLOAD_BYTES, PayloadTooLargeError } from './push-encryption.ts';

/** RFC 8291, section 5. */
const VECTOR = {
  payload: 'When I grow up, I want to be a watermelon',
  senderKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  receiverKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT' +
    'pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

function createReceiver() {
  const ecdh = createECDH('prime256v1');
  const p256dh = ecdh.generateKeys('base64url');
  const auth = randomBytes(16).toString('base64url');
  return { keys: { p256dh, auth }, privateKey: ecdh.getPrivateKey('base64url') };
}

test('PD1 the encryption has the bytes of the example of RFC 8291', () => {
  const randomness = { salt: Buffer.from(VECTOR.salt, 'base64url'), privateKey: VECTOR.senderKey };
  const body = encryptPush(VECTOR, Buffer.from(VECTOR.payload), { isPadded: false, randomness });
  expect(body.toString('base64url')).toBe(VECTOR.body);
  const receiver = { keys: VECTOR, privateKey: VECTOR.receiverKey };
  expect(decryptPush(receiver, Buffer.from(VECTOR.body, 'base64url')).toString()).toBe(VECTOR.payload);
});

test('PD1 a browser decrypts each payload that fits, and its body has one of few sizes', () => {
  const receiver = createReceiver();
  const payloads = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.uint8Array({ minLength: MAX_PAYLOAD_BYTES - 300, maxLength: MAX_PAYLOAD_BYTES, size: 'max' }),
    fc.string({ unit: 'binary', maxLength: 200 }).map(text => Buffer.from(text)),
  );
  fc.assert(
    fc.property(payloads, payload => {
      const body = encryptPush(receiver.keys, payload);
      expect(decryptPush(receiver, body)).toEqual(Buffer.from(payload));
      const text = body.length - 86 - 17;
      expect(text % 256 === 0 || text === MAX_PAYLOAD_BYTES).toBe(true);
      expect(body.length).toBeLessThanOrEqual(4_096);
    }),
    { numRuns: 100 },
  );
});

test('PD1 no two pushes of the same text have the same key or bytes', () => {
  const { keys } = createReceiver();
  const bodies = Array.from({ length: 20 }, () => encryptPush(keys, Buffer.from('the same')));
  const parts = bodies.flatMap(body => [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)]);
  expect(new Set(parts.map(part => part.toString('hex'))).size).toBe(60);
});

test('PD1 a payload of 3,993 bytes fits, and a larger one is refused', () => {
  const receiver = createReceiver();
  const body = encryptPush(receiver.keys, Buffer.alloc(3_993, 'a'));
  expect([body.length, decryptPush(receiver, body).length]).toEqual([4_096, 3_993]);
  expect(() => encryptPush(receiver.keys, Buffer.alloc(3_994))).toThrow(PayloadTooLargeError);
});

test('PD2 keys of another length, or that are no point of the curve, are none', () => {
  const { keys } = createReceiver();
  expect(arePushKeys(keys)).toBe(true);
  expect(arePushKeys(VECTOR)).toBe(true);
  const compressed = createECDH('prime256v1');
  compressed.generateKeys();
  const points = [
    '',
    'AAAA',
    compressed.getPublicKey('base64url', 'compressed'),
    compressed.getPublicKey('base64url', 'hybrid'),
    Buffer.alloc(65).toString('base64url'),
    Buffer.concat([Buffer.from([4]), Buffer.alloc(64)]).toString('base64url'),
    Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 255)]).toString('base64url'),
    createECDH('secp256k1').generateKeys('base64url'),
    `${keys.p256dh}AAAA`,
  ];
  for (const p256dh of points) expect([p256dh, arePushKeys({ ...keys, p256dh })]).toEqual([p256dh, false]);
  for (const auth of ['', 'AAAA', `${keys.auth}AA`])
    expect([auth, arePushKeys({ ...keys, auth })]).toEqual([auth, false]);
});

test('PD2 a point with a changed bit is none', () => {
  const { keys } = createReceiver();
  const bytes = Buffer.from(keys.p256dh, 'base64url');
  fc.assert(
    fc.property(fc.nat(64), fc.nat(7), (at, bit) => {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(at) ^ (1 << bit), at);
      // A point has two y for its x, and no single bit leads from one to the other.
      expect(arePushKeys({ ...keys, p256dh: changed.toString('base64url') })).toBe(false);
    }),
  );
});
