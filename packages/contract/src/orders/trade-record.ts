/** How much a member has traded in 30 days, in NT$ paid: a band, because the sum itself tells others what somebody earns. */
export const VOLUME_BANDS = ['under-10k', '10k-100k', '100k-1m', 'over-1m'] as const;
export type VolumeBand = (typeof VOLUME_BANDS)[number];

/** With fewer ended orders a share or a median says more about chance, or about one partner, than about the member. */
export const FIGURES_FROM = 5;
