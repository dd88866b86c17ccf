import type { Offer } from '@holdfast/contract/calls';
import { isAmountOf } from '@holdfast/contract/rules';
import type { Coin } from '@holdfast/kernel';
import { Button, Notice } from '@holdfast/ui';
import { useState } from 'react';
import { useAction } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { useServices } from '#state/services.tsx';
import { Refusal } from '#components/refusal.tsx';
import type { Filters } from './market-filters.tsx';
import { othersOf, type Doing } from './doing.rules.ts';
import { marketWords } from './market.words.ts';

/** An amount is all it takes: the best priced offer that can be taken with it now opens by itself. */
export function QuickMatch({
  doing,
  coin,
  wanted,
  filters: { methods, levelMin },
  onFound,
}: {
  doing: Doing;
  coin: Coin;
  wanted: string;
  filters: Filters;
  onFound: (offer: Offer) => void;
}) {
  const say = useWords(marketWords);
  const { callApi } = useServices();
  /** For which amount there was none. */
  const [noneFor, setNoneFor] = useState<string>();
  const match = useAction(
    async () => {
      const { offer } = await callApi('/listing/best', {
        input: {
          ...(doing === 'sell' && { side: othersOf(doing) }),
          coin,
          quantity: wanted,
          ...(methods.length > 0 && { payMethods: [...methods] }),
          ...(levelMin !== '0' && { levelMin }),
        },
      });
      setNoneFor(offer ? undefined : `${coin} ${wanted}`);
      if (offer) onFound(offer);
    },
    { shows: ['RATE_LIMITED', 'PARAMETERS_INVALID'] },
  );
  if (!isAmountOf(coin, wanted)) return null;
  return (
    <>
      <Button block busy={match.isBusy} onClick={() => void match.run()}>
        {say(`quickMatch.${doing}`)}
      </Button>
      {noneFor === `${coin} ${wanted}` && <Notice tone="neutral">{say(`quickNone.${doing}`)}</Notice>}
      <Refusal error={match.error} />
    </>
  );
}
