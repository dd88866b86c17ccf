import type { OrderDetail } from '@holdfast/contract/calls';
import { COIN_SCALE, parseAmount } from '@holdfast/kernel';
import { AmountField, Button, Checkbox, formatMoney, Notice, Sheet, stackClass } from '@holdfast/ui';
import { useState } from 'react';
import { useAction } from '@holdfast/client/calls';
import { text } from '@holdfast/client/storage';
import { useWords } from '@holdfast/client/i18n';
import { Refusal } from '#components/refusal.tsx';
import { refusalBesides, SECRET_ERRORS, SecretSheet } from '#components/secret-sheet.tsx';
import { useToast } from '#components/toast.tsx';
import { useMemberCode } from '#components/use-one-time-code.ts';
import { useFormDraft } from '#state/drafts/use-form-draft.ts';
import { useServices } from '#state/services.tsx';
import { useOrderCommand } from './orders.query.ts';
import { ReleaseCode, useIsCodeAsked } from './release-sheet.tsx';
import { splitWords } from './split.words.ts';

interface SplitSheetProps {
  order: OrderDetail;
  /** The part of the other side's offer; undefined: an offer of one's own. */
  agreesTo: string | undefined;
  onClose: () => void;
}

/** Whether a part leaves something for each side. */
function isWithin({ coin, quantity }: OrderDetail, text: string): boolean {
  const part = parseAmount(coin, text);
  return part !== undefined && part > 0n && part < (parseAmount(coin, quantity) ?? 0n);
}

/** An offer and an agreement are the same words, so they take the same: the sum, what one has seen at the bank, the secret, and a code where a release asks one. */
export function SplitSheet({ order, agreesTo, onClose }: SplitSheetProps) {
  const say = useWords(splitWords);
  const [typed, setTyped, forget] = useFormDraft(`split part ${order.orderId}`, { read: text, initial: '' });
  const [isChecked, setChecked] = useState(false);
  const [step, setStep] = useState<'form' | 'code' | 'secret'>('form');
  const code = useMemberCode('release');
  const isCodeAsked = useIsCodeAsked();
  const part = agreesTo ?? typed;
  const split = useSplit(order, part, code.ticket, () => {
    forget();
    onClose();
  });
  const refusal = refusalBesides(split.error);
  const values = { part: formatMoney(part), quantity: formatMoney(order.quantity), coin: order.coin };
  const go = useAction(async () => {
    const needsCode = order.role === 'payee' && code.ticket === undefined && (await isCodeAsked());
    split.forgetError();
    setStep(needsCode ? 'code' : 'secret');
    if (needsCode) await code.send.run();
  });
  if (step === 'code' && code.ticket === undefined) return <ReleaseCode code={code} onClose={onClose} />;
  if (step !== 'form' && !refusal)
    return <SecretSheet purpose={say('purpose', values)} action={split} onClose={onClose} />;
  const isPart = isWithin(order, part);
  return (
    <Sheet
      title={say(agreesTo === undefined ? 'sheetOffer' : 'sheetAgree')}
      onClose={onClose}
      foot={
        <Button block large disabled={!isChecked || !isPart} busy={go.isBusy} onClick={() => void go.run()}>
          {say(agreesTo === undefined ? 'send' : 'agree')}
        </Button>
      }
    >
      <div className={stackClass}>
        {agreesTo === undefined ? (
          <AmountField
            label={say('part')}
            value={typed}
            decimals={COIN_SCALE[order.coin]}
            unit={order.coin}
            hint={say('partHint', values)}
            error={typed !== '' && !isPart ? say('partInvalid', values) : undefined}
            onChange={setTyped}
          />
        ) : (
          <p>{say('purpose', values)}</p>
        )}
        <Notice tone="held">{say(agreesTo === undefined ? 'offerText' : 'agreeText')}</Notice>
        <Checkbox
          label={say(`${order.role}Check`)}
          checked={isChecked}
          onChange={(event) => setChecked(event.target.checked)}
        />
        <Refusal error={refusal ?? go.error} />
      </div>
    </Sheet>
  );
}

function useSplit(order: OrderDetail, payerPart: string, otpTicket: string | undefined, onDone: () => void) {
  const say = useWords(splitWords);
  const { callApi } = useServices();
  const command = useOrderCommand();
  const showToast = useToast();
  return useAction(
    async (transpass: string) => {
      const input = {
        orderId: order.orderId,
        version: String(order.version),
        payerPart,
        ...(otpTicket !== undefined && { otpTicket }),
      };
      let isOver = false;
      await command(async () => {
        const answer = await callApi('/order/split', { input, transpass });
        isOver = answer.order.state === 'FINISHED';
        return answer;
      });
      showToast(say(isOver ? 'done' : 'sent'));
      onDone();
    },
    {
      shows: [
        ...SECRET_ERRORS,
        'ORDER_ACTION_NOT_ALLOWED',
        'ORDER_STATE_CHANGED',
        'PARAMETERS_INVALID',
        'RELEASE_CODE_REQUIRED',
        'CODE_ADDRESSES_TOO_NEW',
        'TICKET_INVALID',
        'RATE_LIMITED',
      ],
    },
  );
}
