export const DEFAULT_PORT = 3_000;
export const DEFAULT_HOST = '127.0.0.1';

const ALL_ADDRESSES = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);

/** `text`: an IPv6 address may have brackets, as in links. */
export function toHost(text: string): string {
  return text.trim().replace(/^\[(.+)\]$/, '$1');
}

/** The address at which this machine reaches the server. Variables without a visible character count as unset. */
export function getLocalAddress({ HOST = '', PORT = '' }: NodeJS.ProcessEnv): { host: string; port: number } {
  const host = toHost(HOST) || DEFAULT_HOST;
  return { host: ALL_ADDRESSES.get(host) ?? host, port: Number(PORT.trim() || DEFAULT_PORT) };
}
