import { createHash } from 'node:crypto';

/**
 * A UUID of version 7 (RFC 9562) that is the same for the same parts, so that a second import finds what the first one stored.
 * `at` in milliseconds since 1970; 0 for things without a time of their own.
 */
export function deriveId(at: number, ...parts: readonly (string | number)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${String(part).length}:${part},`);
  const bytes = hash.digest().subarray(0, 16);
  bytes.writeUIntBE(Math.max(0, Math.floor(at)), 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
