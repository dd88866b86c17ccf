import type { MemberId } from '@holdfast/kernel';
import { FAILING_MEMBERS } from './delivery.rules.ts';

/** What this process sees of the lanes of a carrier: how many sends run in each, and whose addresses have failed since the last success. */
export interface Lanes {
  enter(lane: string): void;
  leave(lane: string): void;
  /** The lanes in which as many sends run as may: one whose service answers slowly does not hold up the others. */
  full(): string[];
  worked(lane: string): void;
  /** Whether the addresses of so many different members have failed in a row that the service is to blame. */
  failed(lane: string, memberId: MemberId): boolean;
}

export function createLanes(perLane: number): Lanes {
  const busy = new Map<string, number>();
  const failing = new Map<string, Set<MemberId>>();
  return {
    enter: (lane) => void busy.set(lane, (busy.get(lane) ?? 0) + 1),
    leave(lane) {
      const left = (busy.get(lane) ?? 1) - 1;
      if (left > 0) busy.set(lane, left);
      else busy.delete(lane);
    },
    full: () => [...busy].filter(([, count]) => count >= perLane).map(([lane]) => lane),
    worked: (lane) => void failing.delete(lane),
    failed(lane, memberId) {
      const members = (failing.get(lane) ?? new Set()).add(memberId);
      failing.set(lane, members);
      return members.size >= FAILING_MEMBERS;
    },
  };
}
