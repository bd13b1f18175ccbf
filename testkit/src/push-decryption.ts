import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto';

/** The keys of a browser, with the private one in base64url. */
export interface PushReceiver {
  keys: { p256dh: string; auth: string };
  privateKey: string;
}

/** What a browser does with the body of a push (RFC 8188 and RFC 8291), written apart from the encryption. Throws if it is none. */
export function decryptPush({ keys, privateKey }: PushReceiver, body: Buffer): Buffer {
  const [salt, recordBytes, keyBytes] = [body.subarray(0, 16), body.readUInt32BE(16), body.readUInt8(20)];
  const sender = body.subarray(21, 21 + keyBytes);
  const record = body.subarray(21 + keyBytes);
  if (keyBytes !== 65 || record.length > recordBytes) throw new Error('This is no push.');
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(privateKey, 'base64url');
  const shared = ecdh.computeSecret(sender);
  const receiver = Buffer.from(keys.p256dh, 'base64url');
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, sender]);
  const secret = hkdfSync('sha256', shared, Buffer.from(keys.auth, 'base64url'), info, 32);
  const derive = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, `Content-Encoding: ${purpose}\0`, bytes));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(record.subarray(-16));
  const text = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = text.findLastIndex(byte => byte !== 0);
  if (text[end] !== 2) throw new Error('This is not the last record.');
  return text.subarray(0, end);
}
