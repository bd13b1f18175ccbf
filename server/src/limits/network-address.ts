import { isIPv6 } from 'node:net';

/** For IPv6 the first 64 bits, the network of one household: its members choose the others freely (RFC 4291, 2.5.4). */
export function networkAddress(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  return mapped?.[1] ?? `${expandGroups(ip).slice(0, 4).join(':')}::/64`;
}

function expandGroups(ip: string): string[] {
  const [head = '', tail] = (ip.split('%')[0] ?? '').toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array.from({ length: zeros }, () => '0'), ...after].map(stripLeadingZeros);
}

function stripLeadingZeros(group: string): string {
  return group.replace(/^0+(?=.)/, '');
}
