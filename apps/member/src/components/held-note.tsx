import type { Coin } from '@holdfast/kernel';
import { parseAmount } from '@holdfast/kernel';
import { dayAndTime, useWords } from '@holdfast/client/i18n';
import { useRead } from '@holdfast/client/queries';
import { useOwnMoney } from '@holdfast/ui';
import { useServices, useSettings } from '#state/services.tsx';
import { heldNoteWords } from './held-note.words.ts';

/** Where a member is about to spend: why less can be spent than was bought, and from when on there is more. Nothing where nothing is held. */
export function HeldNote({ coin, className }: { coin: Coin; className?: string | undefined }) {
  const { data } = useRead('/member/balanceinfo', {});
  const held = data?.balances.find((balance) => balance.coin === coin)?.onHold;
  if (held === undefined || parseAmount(coin, held) === 0n) return null;
  return <NextFree coin={coin} held={held} className={className} />;
}

function NextFree({ coin, held, className }: { coin: Coin; held: string; className: string | undefined }) {
  const say = useWords(heldNoteWords);
  const ownMoney = useOwnMoney();
  const { language } = useSettings();
  const { serverNow } = useServices();
  const next = useRead('/wallet/holds', { input: { coin } }).data?.items[0];
  if (!next) return null;
  const time = dayAndTime(next.until, serverNow(), language);
  return <p className={className}>{say('held', { amount: `${ownMoney(held)} ${coin}`, time })}</p>;
}
