export const DEFAULT_PORT = 3_000;
export const DEFAULT_HOST = '127.0.0.1';

const ALL_ADDRESSES = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);

/** The address at which this machine reaches the server. Empty variables count as unset. */
export function getLocalAddress({ HOST, PORT }: NodeJS.ProcessEnv): { host: string; port: number } {
  const host = (HOST || DEFAULT_HOST).trim().replace(/^\[(.+)\]$/, '$1');
  return { host: ALL_ADDRESSES.get(host) ?? host, port: Number(PORT || DEFAULT_PORT) };
}
