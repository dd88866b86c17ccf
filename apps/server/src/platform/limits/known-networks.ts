import type { MemberId } from '@holdfast/kernel';
import { networkOf } from './networks.ts';

/** The networks that members called from in their sessions, as far as this process has seen. */
export interface KnownNetworks {
  /** A member called from `address`, in a live session. Whether that is new here. */
  remember(member: MemberId, address: string): boolean;
  has(address: string): boolean;
}

/** Home, work, a phone's network and one more: whoever has one account vouches for no botnet. */
const NETWORKS_PER_MEMBER = 4;
/** About 200 bytes each. Whoever is forgotten is remembered at the next call. */
const MEMBERS_MAX = 50_000;

export function createKnownNetworks(membersMax = MEMBERS_MAX): KnownNetworks {
  // Each the oldest first.
  const ofMember = new Map<MemberId, Set<string>>();
  const holders = new Map<string, number>();

  function release(network: string): void {
    const left = (holders.get(network) ?? 1) - 1;
    if (left > 0) holders.set(network, left);
    else holders.delete(network);
  }

  function forgetOldestMember(): void {
    const [oldest] = ofMember;
    if (!oldest) return;
    ofMember.delete(oldest[0]);
    for (const network of oldest[1]) release(network);
  }

  return {
    remember(member, address) {
      const network = networkOf(address);
      const known = ofMember.get(member) ?? new Set<string>();
      if (known.has(network)) return false;
      if (known.size === 0 && ofMember.size >= membersMax) forgetOldestMember();
      ofMember.set(member, known.add(network));
      holders.set(network, (holders.get(network) ?? 0) + 1);
      if (known.size <= NETWORKS_PER_MEMBER) return true;
      const [oldest = ''] = known;
      known.delete(oldest);
      release(oldest);
      return true;
    },
    has: (address) => holders.has(networkOf(address)),
  };
}
