import { isIPv6 } from 'node:net';

/** The IPv4 address inside an IPv4-mapped IPv6 address such as `::ffff:203.0.113.9`; any other address as it is. */
export function unmapped(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

/** The eight groups of an IPv6 address, in lower case and without leading zeros; undefined for anything else. */
export function ipv6Groups(address: string): string[] | undefined {
  if (!isIPv6(address)) return undefined;
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - after.length);
  const all = [...groups, ...Array.from({ length: zeros }, () => '0'), ...after];
  return all.map((group) => group.replace(/^0+(?=.)/, ''));
}
