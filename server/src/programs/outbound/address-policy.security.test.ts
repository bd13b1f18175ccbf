import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { AddressPolicy } from './address-policy.ts';

const PUBLIC = ['1.1.1.1', '8.8.8.8', '93.184.216.34', '2606:4700:4700::1111', '2001:4860:4860::8888'];

const OTHERS = [
  ['this network', '0.0.0.0', '0.1.2.3', '::'],
  ['private', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1'],
  ['loopback', '127.0.0.1', '127.255.255.254', '::1'],
  ['link-local, with the metadata of clouds', '169.254.169.254', 'fe80::1', 'fe80::1%eth0', 'fd00:ec2::254'],
  ['shared by customers of a provider', '100.64.0.1', '100.127.255.255'],
  ['multicast and broadcast', '224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1'],
  [
    'reserved',
    '192.0.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '240.0.0.1',
    '2001:db8::1',
  ],
  ['site-local', 'fec0::1'],
  ['discarded', '100::1'],
  ['no address', '', 'localhost', '127.1', '0x7f000001', '1.1.1.1/8', '1.1.1.1 '],
] as const;

test('addresses of the internet are permitted', () => {
  const policy = new AddressPolicy([]);
  expect(PUBLIC.filter(address => !policy.permits(address))).toEqual([]);
});

for (const [name, ...addresses] of OTHERS) {
  test(`other addresses are not: ${name}`, () => {
    const policy = new AddressPolicy([]);
    expect(addresses.filter(address => policy.permits(address))).toEqual([]);
  });
}

test('an IPv6 address that contains an IPv4 address is not permitted, whichever it contains', () => {
  const policy = new AddressPolicy([]);
  const bytes = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255));
  fc.assert(
    fc.property(bytes, ([a, b, c, d]) => {
      const dotted = `${a}.${b}.${c}.${d}`;
      const [high, low] = [(a * 256 + b).toString(16), (c * 256 + d).toString(16)];
      const forms = [
        `::ffff:${dotted}`,
        `::ffff:${high}:${low}`,
        `0:0:0:0:0:FFFF:${high}:${low}`,
        `::ffff:0:${dotted}`,
        `::${dotted}`,
        `::${high}:${low}`,
        `64:ff9b::${dotted}`,
        `64:ff9b::${high}:${low}`,
        `64:ff9b:1::${dotted}`,
        `2002:${high}:${low}::1`,
        `2001:0:${high}:${low}::1`,
      ];
      expect(forms.filter(address => policy.permits(address))).toEqual([]);
    }),
  );
});

test('an admin can allow addresses and ranges, and only these', () => {
  const policy = new AddressPolicy(['10.1.0.0/16', '127.0.0.1', 'fd00::/64']);
  expect(['10.1.2.3', '127.0.0.1', 'fd00::5'].filter(address => !policy.permits(address))).toEqual([]);
  const others = ['10.2.0.1', '127.0.0.2', 'fd00:0:0:1::5', '::ffff:10.1.2.3', '::ffff:127.0.0.1'];
  expect(others.filter(address => policy.permits(address))).toEqual([]);
});
