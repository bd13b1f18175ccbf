import { BlockList, isIPv6 } from 'node:net';

export type IsTrusted = (address: string) => boolean;

/** `proxies`: the addresses and ranges of `SNUG_TRUSTED_PROXIES`. */
export function createTrust(proxies: readonly string[]): IsTrusted {
  const list = new BlockList();
  for (const text of proxies) {
    const [address = '', bits] = text.split('/');
    if (bits === undefined) list.addAddress(address, getFamily(address));
    else list.addSubnet(address, Number(bits), getFamily(address));
  }
  return address => list.check(address, getFamily(address));
}

function getFamily(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
