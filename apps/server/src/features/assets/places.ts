import { networksOf } from '#platform/limits/networks.ts';

/**
 * Places for uploads whose bytes are on their way. When all are taken, one that is held unfairly gives way to a newcomer: what has arrived of
 * it stays, and its sender takes a place again with the rest. So few accounts or networks never hold the places of the others.
 */
export interface Place {
  /** Fires when the place goes to somebody else. */
  readonly signal: AbortSignal;
  /** Bytes have come. */
  arrived(bytes: number): void;
  /** May be called again. */
  leave(): void;
}

export interface Sender {
  readonly memberId: string;
  readonly address: string;
}

export interface Places {
  /** Undefined when there is none for this sender. */
  enter(sender: Sender): Place | undefined;
}

const PLACES = 64;
const MEMBER_PLACES = 4;
/** Bytes a second. The slowest telephone networks carry more; whoever brings less keeps a place only while nobody needs it. */
const RATE_MIN = 4096;
/** Before this an upload has no rate to judge. */
const GRACE_MS = 2000;

interface Taken {
  readonly memberId: string;
  readonly network: string;
  readonly since: number;
  readonly abort: AbortController;
  bytes: number;
}
type Group = 'memberId' | 'network';

/** The wider network: an attacker has a smaller one for each place. */
const groupsOf = ({ memberId, address }: Sender): Pick<Taken, Group> => ({
  memberId,
  network: networksOf(address).at(-1) ?? address,
});

export function createPlaces({
  places = PLACES,
  now = () => performance.now(),
}: { readonly places?: number; readonly now?: () => number } = {}): Places {
  const taken = new Set<Taken>();

  const held = (group: Group, name: string): Taken[] => [...taken].filter((one) => one[group] === name);
  const rateOf = ({ bytes, since }: Taken): number => (bytes * 1000) / Math.max(1, now() - since);
  const slowest = (among: readonly Taken[]): Taken | undefined =>
    among.toSorted((one, other) => rateOf(one) - rateOf(other))[0];

  /** The slowest of the network or member that holds the most, if it holds more than the newcomer's would with one more. */
  function ofTheGreediest(group: Group, newcomer: Pick<Taken, Group>): Taken | undefined {
    const names = new Set([...taken].map((one) => one[group]));
    const greediest = [...names]
      .map((name) => held(group, name))
      .reduce((most, one) => (one.length > most.length ? one : most), []);
    return greediest.length > held(group, newcomer[group]).length + 1 ? slowest(greediest) : undefined;
  }

  function tooSlow(): Taken | undefined {
    const judged = [...taken].filter(({ since }) => now() - since >= GRACE_MS);
    const found = slowest(judged);
    return found && rateOf(found) < RATE_MIN ? found : undefined;
  }

  function makeRoom(newcomer: Pick<Taken, Group>): boolean {
    if (taken.size < places) return true;
    const yielding = ofTheGreediest('network', newcomer) ?? ofTheGreediest('memberId', newcomer) ?? tooSlow();
    if (!yielding) return false;
    taken.delete(yielding);
    yielding.abort.abort();
    return true;
  }

  return {
    enter(sender) {
      const groups = groupsOf(sender);
      if (held('memberId', sender.memberId).length >= MEMBER_PLACES || !makeRoom(groups)) return undefined;
      const one: Taken = { ...groups, since: now(), abort: new AbortController(), bytes: 0 };
      taken.add(one);
      return {
        signal: one.abort.signal,
        arrived: (bytes) => void (one.bytes += bytes),
        leave: () => void taken.delete(one),
      };
    },
  };
}
