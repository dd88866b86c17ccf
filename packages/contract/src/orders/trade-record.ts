/** How much a member has traded in 30 days, in NT$ paid: a band, because the sum itself tells others what somebody earns. */
export const VOLUME_BANDS = ['under-10k', '10k-100k', '100k-1m', 'over-1m'] as const;
export type VolumeBand = (typeof VOLUME_BANDS)[number];

/** With fewer ended orders a share or a median says more about chance, or about one partner, than about the member. */
export const FIGURES_FROM = 5;

export interface EndedOrders {
  readonly finished: number;
  /** Those that finished, and those that did not by the member's own fault. */
  readonly ended: number;
}

/** Whether enough orders have ended to say a share of them, or a usual time: the one rule for whoever shows or asks for either. */
export const areFiguresKnown = ({ ended }: Pick<EndedOrders, 'ended'>): boolean => ended >= FIGURES_FROM;

/**
 * The share of the ended orders that finished, in tenths of a percent; undefined where it is not known. Rounded down: who reads 90.0 meets a
 * condition of 90.
 */
export function completionTenths(orders: EndedOrders): number | undefined {
  return areFiguresKnown(orders) ? Math.floor((orders.finished * 1000) / orders.ended) : undefined;
}

/** Whether at least `percent` of the ended orders finished. What is not known meets nothing but 0. */
export function meetsCompletion(orders: EndedOrders, percent: number): boolean {
  return percent === 0 || (completionTenths(orders) ?? -1) >= percent * 10;
}
