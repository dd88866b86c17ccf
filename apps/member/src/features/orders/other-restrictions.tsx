import type { Balance, CallOutput, DailyLimits } from '@holdfast/contract/calls';
import { formatMoney, ListRow, rowClass, useOwnMoney, useServerTime } from '@holdfast/ui';
import type { Coin } from '@holdfast/kernel';
import type { ReactNode } from 'react';
import { useRead } from '@holdfast/client/queries';
import { dayAndTime, useWords } from '@holdfast/client/i18n';
import { leftOf, maxOf } from '#components/daily-limit.rules.ts';
import { Link } from '#platform/router/router-context.tsx';
import { screenAddress } from '#platform/router/routes.rules.ts';
import { usePanelAddress } from '#platform/router/use-panel-address.ts';
import { useServices, useSettings } from '#state/services.tsx';
import { restrictionWords } from './restrictions.words.ts';

type Permissions = CallOutput<'/member/account/permissions'>;

interface Row {
  readonly key: string;
  readonly title: string;
  readonly note: ReactNode;
  /** Where more of it is told, or can be changed. */
  readonly to?: string;
}

const isSome = (amount: string) => /[1-9]/.test(amount);

/**
 * What restricts the member besides own cancels: what support has closed, a cool-down, a day's limits that are used up, and coin on hold. Each is read from the
 * call that its own screen reads, so this page tells nobody more than those do.
 */
export function useOtherRestrictions(of: {
  permissions: Permissions | undefined;
  limits: DailyLimits | undefined;
  balances: readonly Balance[] | undefined;
}): Row[] {
  const { permissions, limits, balances } = of;
  const say = useWords(restrictionWords);
  const { language } = useSettings();
  const ownMoney = useOwnMoney();
  const panelAddress = usePanelAddress();
  const now = useServerTime((ms) => Math.floor(ms / 60_000) * 60_000);
  const [longest] = permissions?.coolDowns ?? [];
  const isCooling = longest !== undefined && Date.parse(longest.until) > now;
  const used = limits?.limits.filter((limit) => !isSome(leftOf(limit))) ?? [];
  const held = balances?.filter(({ onHold }) => isSome(onHold)) ?? [];
  return [
    ...(permissions?.locksMax === 0
      ? [{ key: 'locks', title: say('act.lock'), note: say('why.locks') }]
      : []),
    ...(isCooling
      ? [
          {
            key: 'cooling',
            title: say('cooling'),
            note: say('why.cooling', { time: dayAndTime(longest.until, now, language) }),
            to: panelAddress('security'),
          },
        ]
      : []),
    ...used.map((limit) => ({
      key: `limit ${limit.coin} ${limit.side}`,
      title: say(`limit.${limit.side}`, { coin: limit.coin }),
      note: isSome(maxOf(limit))
        ? say('why.limit', { max: formatMoney(maxOf(limit)), coin: limit.coin })
        : say('why.limitNone'),
      to: panelAddress('limits'),
    })),
    ...held.map(({ coin, onHold }) => ({
      key: `held ${coin}`,
      title: say('held', { amount: ownMoney(onHold), coin }),
      note: <HeldUntil coin={coin} />,
      to: screenAddress('/home'),
    })),
  ];
}

/** From when on the next part of what is held is free. */
function HeldUntil({ coin }: { coin: Coin }) {
  const say = useWords(restrictionWords);
  const { language } = useSettings();
  const { serverNow } = useServices();
  const [next, later] = useRead('/wallet/holds', { input: { coin } }).data?.items ?? [];
  if (!next) return say('why.held');
  return say(later ? 'why.heldUntil' : 'why.heldAll', {
    time: dayAndTime(next.until, serverNow(), language),
  });
}

export function RestrictionRow({ row: { title, note, to } }: { row: Row }) {
  if (to === undefined) return <ListRow title={title} note={note} />;
  return (
    <Link to={to} className={rowClass}>
      <ListRow.Body title={title} note={note} />
    </Link>
  );
}
