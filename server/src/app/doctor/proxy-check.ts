import type { Config } from '../../config/config.ts';
import { createTrust } from '../../http/trusted-proxies.ts';
import { type Check, PROXY_CHAPTER, type Result } from './finding.ts';
import type { Arrival } from './reach-address.ts';

type Settings = Pick<Config, 'origins' | 'trustedProxies'>;

/** Whose limits count for people behind the proxy. */
export function createProxyCheck(settings: Settings, arrival: Arrival): Check {
  return { name: 'proxy', run: async () => describeProxy(settings, arrival) };
}

const ALL_SHARE = 'all people share the limits of one network address';

function describeProxy(
  { origins: [url], trustedProxies }: Settings,
  { answer, forged, localPort }: Arrival,
): Result {
  const { peer, peerPort, isPeerTrusted, client, forwardedFor } = answer;
  const addresses = forwardedFor?.split(',').map(address => address.trim()) ?? [];
  // Nobody has the claimed address, so only a range of the whole internet contains it.
  if (createTrust(trustedProxies)(forged))
    return {
      status: 'fail',
      text: 'SNUG_TRUSTED_PROXIES has a range with addresses of clients, so anyone can claim any address.',
      next: 'Name only the proxies there.',
    };
  if (peerPort === localPort) return { status: 'ok', text: 'No proxy is in between.' };
  const added = addresses.filter(address => address !== forged);
  if (added.length > 0) {
    // Before the own address of a proxy, the header has those of people.
    const untrusted = isPeerTrusted ? added.indexOf(client) > 0 && client : peer;
    return untrusted
      ? describeUntrusted(shorten(untrusted), trustedProxies)
      : { status: 'ok', text: `The proxy ${shorten(peer)} names the addresses of people.` };
  }
  if (addresses.length > 0 && isPeerTrusted)
    return {
      status: 'fail',
      text: `The proxy ${shorten(peer)} passes X-Forwarded-For on as it comes, so anyone can claim any address.`,
      next: `Let it overwrite the header: ${PROXY_CHAPTER}.`,
    };
  if (addresses.length > 0 && !url.startsWith('https:'))
    return { status: 'ok', text: 'No proxy seems to be in between.' };
  return {
    status: 'warn',
    text: `The proxy ${shorten(peer)} does not add the addresses of people, so ${ALL_SHARE}.`,
    next: `Let it set X-Forwarded-For: ${PROXY_CHAPTER}.`,
  };
}

function describeUntrusted(proxy: string, trusted: readonly string[]): Result {
  return {
    status: 'warn',
    text: `The proxy ${proxy} is not in SNUG_TRUSTED_PROXIES, so ${ALL_SHARE}.`,
    next: `Set SNUG_TRUSTED_PROXIES=${[...trusted, proxy].join(',')}, if no client has this address.`,
  };
}

/** An IPv4 address on a socket of IPv6 has a prefix. */
function shorten(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/, '');
}
