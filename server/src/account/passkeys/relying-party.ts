import { isIP } from 'node:net';

/** For whom browsers keep passkeys: the terms of WebAuthn. */
export interface RelyingParty {
  /** A domain. Passkeys of another one are useless, so a new domain of the server loses them. */
  id: string;
  /** The pages that may use its passkeys. */
  origins: string[];
}

/** Of the first public address. Undefined for an IP address, and without TLS, except on `localhost`: browsers refuse passkeys there. */
export function findRelyingParty(origins: readonly [string, ...string[]]): RelyingParty | undefined {
  const { protocol, hostname: id } = new URL(origins[0]);
  const isSecure = protocol === 'https:' || id === 'localhost' || id.endsWith('.localhost');
  const isAddress = isIP(id) !== 0 || id.startsWith('[');
  if (!isSecure || isAddress) return undefined;
  return { id, origins: origins.filter(origin => isWithin(new URL(origin).hostname, id)) };
}

function isWithin(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}
