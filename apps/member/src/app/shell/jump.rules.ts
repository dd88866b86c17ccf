import type { OtherSetUp } from '@holdfast/contract/member';
import { PANELS } from '#platform/router/routes.rules.ts';

/** Where a one-shot flag leads. */
export interface Jump {
  readonly to: 'bank-cards' | 'real-name' | 'bind' | 'support';
  /** It was opened from the side menu: Back returns there. */
  readonly viaMenu: boolean;
}

type Flag = Exclude<keyof OtherSetUp, 'RealName'>;

const JUMPS: Readonly<Record<Flag, Jump>> = {
  jumpBindBankCard: { to: 'bank-cards', viaMenu: false },
  jumpBindBankCardPassLeftMenu: { to: 'bank-cards', viaMenu: true },
  jumpBindPlat: { to: 'bind', viaMenu: false },
  jumpContactUs: { to: 'support', viaMenu: false },
  jumpContactUsPassLeftMenu: { to: 'support', viaMenu: true },
};

/**
 * Takes the first flag that is set (spec 4): where to go, and the flags without it. Each opens its place once. The real-name flag
 * waits until there is a panel for it.
 */
export function takeJump(flags: OtherSetUp): { jump: Jump; rest: OtherSetUp } | undefined {
  const flag = (Object.keys(JUMPS) as Flag[]).find((one) => flags[one]);
  if (flag) return { jump: JUMPS[flag], rest: { ...flags, [flag]: false } };
  if (!flags.RealName.run || !(PANELS as readonly string[]).includes('real-name')) return undefined;
  return { jump: { to: 'real-name', viaMenu: false }, rest: { ...flags, RealName: { run: false } } };
}
