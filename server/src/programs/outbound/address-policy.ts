import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/** RFC 4291, 2.4: all addresses of the public IPv6 internet. */
const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Decides to which addresses Snug connects on behalf of people. */
export class AddressPolicy {
  readonly #allowed: readonly Range[];

  /** `allowed`: addresses and CIDR ranges that are permitted although they are not public. */
  constructor(allowed: readonly string[]) {
    this.#allowed = allowed.map(parseRange);
  }

  permits(address: string): boolean {
    return this.isAllowed(address) || isPublic(address);
  }

  /** Whether the admin of the server has named the address or its range. */
  isAllowed(address: string): boolean {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.parse(address);
    // An IPv4-mapped address is none of the IPv4 range: nobody needs one, and each further notation could get around the check.
    return this.#allowed.some(range => parsed.kind() === range[0].kind() && parsed.match(range));
  }
}

/**
 * Rejects private, loopback, link-local, shared (CGNAT), multicast and reserved ranges, and IPv6 addresses that contain an IPv4
 * address (IPv4-mapped, NAT64, 6to4, Teredo), because a gateway may lead to that one.
 */
function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(PUBLIC_IPV6);
}

function parseRange(text: string): Range {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
