import { COIN_SCALE, parseAmount } from '@holdfast/kernel';
import { AmountField, Button, formatMoney, Notice, Sheet, stackClass } from '@holdfast/ui';
import { useState } from 'react';
import { useAction } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { useRefresh } from '@holdfast/client/queries';
import { text } from '@holdfast/client/storage';
import { Refusal } from '#components/refusal.tsx';
import { SECRET_ERRORS, useSecretSheet } from '#components/secret-sheet.tsx';
import { useToast } from '#components/toast.tsx';
import { useFormDraft } from '#state/drafts/use-form-draft.ts';
import { useServices } from '#state/services.tsx';
import { isOwnLimit, isSettable, maxOf, type Limit } from '#components/daily-limit.rules.ts';
import { limitsWords } from './limits.words.ts';

const LEVEL = 'level';
const AMOUNT = { read: text, initial: '' };

/** Another own limit, which the transaction secret is asked for. */
export function LimitSheet({ limit, onClose }: { limit: Limit; onClose: () => void }) {
  const say = useWords(limitsWords);
  const { coin, side, levelMax, raise } = limit;
  const [typed, setTyped, forget] = useFormDraft(`limit ${coin} ${side}`, AMOUNT);
  /** What the secret is asked for: an amount, or as much as the level allows. */
  const [asked, setAsked] = useState('');
  const save = useSave(limit, asked, () => {
    forget();
    onClose();
  });
  const of = { side: say(side), coin };
  const purpose =
    asked === LEVEL ? say('purposeLevel', of) : say('purpose', { ...of, max: formatMoney(asked) });
  const secret = useSecretSheet(save, purpose);
  const askFor = (max: string) => {
    setAsked(max);
    secret.ask();
  };
  if (secret.sheet) return secret.sheet;
  const isValid = isSettable(limit, typed);
  const now = maxOf(limit);
  return (
    <Sheet
      title={say('sheet', of)}
      onClose={onClose}
      foot={
        <Button block large disabled={!isValid} onClick={() => askFor(typed)}>
          {say('save')}
        </Button>
      }
    >
      <div className={stackClass}>
        <AmountField
          label={say('amount')}
          value={typed}
          decimals={COIN_SCALE[coin]}
          unit={coin}
          hint={say('hint', { max: formatMoney(levelMax) })}
          error={typed !== '' && !isValid ? say('above', { max: formatMoney(levelMax) }) : undefined}
          onChange={setTyped}
        />
        <Notice tone="neutral">{say('safety')}</Notice>
        <Refusal error={secret.refusal} />
        {raise && (
          <Button look="quiet" block onClick={() => askFor(now)}>
            {say('keep', { max: formatMoney(now) })}
          </Button>
        )}
        {isOwnLimit(limit) && (
          <Button look="text" block onClick={() => askFor(LEVEL)}>
            {say('useLevel')}
          </Button>
        )}
      </div>
    </Sheet>
  );
}

/** What saving `max` does to a limit: `kept` is the one that holds, and the raise that waited is given up. */
function effectOf(limit: Limit, max: string): 'raised' | 'lowered' | 'kept' {
  if (max === LEVEL) return 'raised';
  const amountOf = (text: string) => parseAmount(limit.coin, text) ?? 0n;
  const [next, now] = [amountOf(max), amountOf(maxOf(limit))];
  return next > now ? 'raised' : next === now && limit.raise ? 'kept' : 'lowered';
}

function useSave(limit: Limit, max: string, onDone: () => void) {
  const { coin, side } = limit;
  const say = useWords(limitsWords);
  const { callApi } = useServices();
  const refresh = useRefresh();
  const showToast = useToast();
  return useAction(
    async (transpass: string) => {
      try {
        await callApi('/member/limits/set', { input: { coin, side, max }, transpass });
        showToast(say(effectOf(limit, max)));
        onDone();
      } finally {
        refresh('/member/limits');
      }
    },
    {
      shows: [
        ...SECRET_ERRORS,
        'NOTHING_CHANGES',
        'OWN_LIMIT_ABOVE_LEVEL',
        'PARAMETERS_INVALID',
        'RATE_LIMITED',
      ],
    },
  );
}
