import type { OtherSetUp } from '@holdfast/contract/member';
import type { JumpFlag } from '#state/jumps.ts';

/** Where a one-shot flag leads. */
export interface Jump {
  readonly to: 'bank-cards' | 'bind' | 'support' | 'real-name';
  /** It was opened from the side menu: Back returns there. */
  readonly viaMenu: boolean;
}

const JUMPS: Readonly<Record<JumpFlag, Jump>> = {
  jumpBindBankCard: { to: 'bank-cards', viaMenu: false },
  jumpBindBankCardPassLeftMenu: { to: 'bank-cards', viaMenu: true },
  jumpBindPlat: { to: 'bind', viaMenu: false },
  jumpContactUs: { to: 'support', viaMenu: false },
  jumpContactUsPassLeftMenu: { to: 'support', viaMenu: true },
};

/** Takes the first flag that is set (spec 4): where to go, and the flags without it. Each opens its place once. */
export function takeJump(flags: OtherSetUp): { jump: Jump; rest: OtherSetUp } | undefined {
  const flag = (Object.keys(JUMPS) as JumpFlag[]).find((one) => flags[one]);
  if (flag) return { jump: JUMPS[flag], rest: { ...flags, [flag]: false } };
  if (!flags.RealName.run) return undefined;
  return { jump: { to: 'real-name', viaMenu: false }, rest: { ...flags, RealName: { run: false } } };
}
