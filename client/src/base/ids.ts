/** Browsers and Node have it. The client compiles without the types of either. */
declare const crypto: { getRandomValues(bytes: Uint8Array): Uint8Array };

let lastTime = 0;

/** A UUID, version 7 (RFC 9562). It sorts after all earlier ones of the page. `getRandomValues` works without https, too. */
export function newId(): string {
  lastTime = Math.max(Date.now(), lastTime + 1);
  const time = lastTime.toString(16).padStart(12, '0');
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  const random = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
  const variant = '89ab'.charAt(Number(bytes.at(-1)) % 4);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-${variant}${random.slice(3, 6)}-${random.slice(6, 18)}`;
}
