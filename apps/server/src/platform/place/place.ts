import { isIPv4 } from 'node:net';
import { ipv6Groups, unmapped } from './ip-address.ts';

/** Roughly where a request came from. Shown to the member, who decides whether it was them. */
export interface Place {
  /** A name such as a city; '' for unknown. Apps say that in the member's language. */
  readonly name: string;
  /** The prefix of the network in CIDR notation; '' if the address is no IP address. */
  readonly network: string;
}

/** Looks up the name of a place by an address; '' for unknown. */
export interface PlacePort {
  nameOf(address: string): string;
}

/** The default: no location data ship with the product, so every place is unknown. */
export const unknownPlaces: PlacePort = { nameOf: () => '' };

/** The prefix of an address: IPv4 /24, IPv6 /48. Short enough not to identify a household. */
export function networkPrefix(address: string): string {
  const plain = unmapped(address);
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  const groups = ipv6Groups(plain);
  return groups
    ? `${groups
        .slice(0, 3)
        .join(':')
        .replace(/(:0)+$/, '')}::/48`
    : '';
}

export const placeOf = (port: PlacePort, address: string): Place => ({
  name: port.nameOf(address),
  network: networkPrefix(address),
});
