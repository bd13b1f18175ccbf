import { Resolver } from 'node:dns/promises';

/** Returns all addresses of a host, of both families; none if it has none. */
export type ResolveHost = (host: string) => Promise<string[]>;

const TIMEOUT_MS = 2_000;
const TRIES = 2;
const MAX_ADDRESSES = 8;

/**
 * Asks the name servers of the machine, but does not read its hosts file. `dns.lookup` would occupy the threads that read and write
 * files, for as long as a slow name server wants.
 */
export function createResolver(): ResolveHost {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  return async host => {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return found.flatMap(each => (each.status === 'fulfilled' ? each.value : [])).slice(0, MAX_ADDRESSES);
  };
}
