import { expect, it } from 'vitest';
import { networkBuckets, networksOf } from './networks.ts';

it.each([
  ['192.0.2.7', ['192.0.2.7', '192.0.2.0/24']],
  ['::ffff:192.0.2.7', ['192.0.2.7', '192.0.2.0/24']],
  ['2001:db8:1:2fff:3:4:5:6', ['2001:db8:1:2fff::/64', '2001:db8:1:2f00::/56', '2001:db8:1::/48']],
  ['2001:db8:1:2::9', ['2001:db8:1:2::/64', '2001:db8:1:0::/56', '2001:db8:1::/48']],
  ['2001:0DB8:0001:0002:aaaa::1', ['2001:db8:1:2::/64', '2001:db8:1:0::/56', '2001:db8:1::/48']],
  ['::1', ['0:0:0:0::/64', '0:0:0:0::/56', '0:0:0::/48']],
  ['not an address', ['not an address']],
])('counts %s in %j', (address, networks) => expect(networksOf(address)).toEqual(networks));

it('gives each wider network a larger bucket', () => {
  const limit = { capacity: 60, drainSeconds: 3600 };
  const sizes = (address: string) => networkBuckets('codes', address, limit).map(({ capacity }) => capacity);
  expect(sizes('2001:db8::1')).toEqual([60, 120, 240]);
  expect(sizes('192.0.2.7')).toEqual([60, 240]);
});
