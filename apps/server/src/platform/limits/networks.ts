import { isIPv4 } from 'node:net';
import { ipv6Groups, unmapped } from '#platform/place/ip-address.ts';
import type { Bucket } from './buckets.store.ts';

/**
 * The networks that an address lies in, the smallest first: IPv6 /64 in /56 in /48, IPv4 address in /24. A customer of a provider has at
 * least a /64 and often a /48, so a limit per IPv6 address would limit nobody. An address of another kind is its own only network.
 */
export function networksOf(address: string): readonly [string, ...string[]] {
  const plain = unmapped(address);
  if (isIPv4(plain)) return [plain, `${plain.split('.').slice(0, 3).join('.')}.0/24`];
  const groups = ipv6Groups(plain);
  if (!groups) return [plain];
  const [a, b, c, d = '0'] = groups;
  const of56 = (Number.parseInt(d, 16) & 0xff00).toString(16);
  return [`${a}:${b}:${c}:${d}::/64`, `${a}:${b}:${c}:${of56}::/56`, `${a}:${b}:${c}::/48`];
}

/** The smallest network of an address. */
export const networkOf = (address: string): string => networksOf(address)[0];

/** How much more the wider networks may do than the smallest one: many people share them, and so may one attacker. */
const WIDER = [1, 2, 4] as const;
const WIDER_IPV4 = [1, 4] as const;

/** The buckets of a limit by network: `capacity` for the smallest network of the address, more for each wider one. */
export function networkBuckets(
  name: string,
  address: string,
  { capacity, drainSeconds }: Omit<Bucket, 'name'>,
): Bucket[] {
  const networks = networksOf(address);
  const factors = networks.length === 2 ? WIDER_IPV4 : WIDER;
  return networks.map((network, level) => ({
    name: `${name} ${network}`,
    capacity: capacity * (factors[level] ?? 1),
    drainSeconds,
  }));
}
