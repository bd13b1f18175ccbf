import { hash } from 'node:crypto';

const MAX_TIME = 2 ** 48 - 1;

/**
 * A UUID of version 7 (RFC 9562) that is the same for the same parts, so that a second import finds what the first one stored.
 * `at` in milliseconds since 1970; 0 for things without a time of their own.
 */
export function deriveId(at: number, ...parts: readonly (string | number)[]): string {
  const hex = hash('sha256', parts.map(part => `${String(part).length}:${part},`).join(''));
  const time = Math.min(Math.max(0, Math.floor(at)), MAX_TIME)
    .toString(16)
    .padStart(12, '0');
  const variant = (0x8 | (Number.parseInt(hex.charAt(16), 16) & 0x3)).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
