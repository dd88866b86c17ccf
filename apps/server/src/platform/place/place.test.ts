import { describe, expect, it } from 'vitest';
import { networkPrefix, placeOf, unknownPlaces } from './place.ts';

describe('the prefix of a network', () => {
  it.each([
    ['203.0.113.9', '203.0.113.0/24'],
    ['::ffff:203.0.113.9', '203.0.113.0/24'],
    ['2001:db8:1:2::9', '2001:db8:1::/48'],
    ['2001:0db8:0:2::9', '2001:db8::/48'],
    ['2001:db8::', '2001:db8::/48'],
    ['::1', '0::/48'],
    ['unix', ''],
    ['', ''],
  ])('of %j is %j', (address, prefix) => expect(networkPrefix(address)).toBe(prefix));
});

describe('a place', () => {
  it('is unknown by default, with the prefix of its network', () =>
    expect(placeOf(unknownPlaces, '203.0.113.9')).toEqual({ name: '', network: '203.0.113.0/24' }));

  it('has the name that a port finds', () =>
    expect(placeOf({ nameOf: () => '臺北市' }, '203.0.113.9').name).toBe('臺北市'));
});
