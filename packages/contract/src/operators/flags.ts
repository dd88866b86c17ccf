/** What operators say of a line that looks suspicious: it was looked at and dealt with, or it is nothing. */
export const FLAG_VERDICTS = ['seen', 'false-alarm'] as const;
export type FlagVerdict = (typeof FLAG_VERDICTS)[number];

export const FLAG_STATES = ['open', ...FLAG_VERDICTS] as const;
export type FlagState = (typeof FLAG_STATES)[number];
