import type { OrderDetail } from '@holdfast/contract/calls';
import { Button, Card, Fact, Facts, MoneyText } from '@holdfast/ui';
import { useAction } from '@holdfast/client/calls';
import { dayAndTime, useWords } from '@holdfast/client/i18n';
import { Refusal } from '#components/refusal.tsx';
import { useToast } from '#components/toast.tsx';
import { useDraft } from '#state/pin-lock/use-draft.ts';
import { useServices, useSettings } from '#state/services.tsx';
import { isOpen } from './order-room.rules.ts';
import styles from './orders.module.css';
import { useOrderCommand } from './orders.query.ts';
import { SplitSheet } from './split-sheet.tsx';
import { splitWords } from './split.words.ts';

/** How both sides may end a case together by sharing what is kept: whose turn it is, what each would get, and the ways to answer. */
export function SplitCard({ order }: { order: OrderDetail }) {
  const say = useWords(splitWords);
  const [opened, setOpened] = useDraft<'offer' | 'agree' | undefined>(`split ${order.orderId}`, undefined);
  const { splitOffer: offer, counterparty } = order;
  if (!isOpen(order, 'offer-split')) return null;
  const side = offer === null ? 'None' : offer.by === 'you' ? 'Mine' : 'Theirs';
  return (
    <Card className={styles.pay}>
      <h2 className={styles.cardTitle}>{say(`title${side}`, { nick: counterparty.nick })}</h2>
      {offer ? <Offer order={order} offer={offer} /> : <p className={styles.soft}>{say('textNone')}</p>}
      <div className={styles.waysOn}>
        {isOpen(order, 'decline-split') && <Decline order={order} isOwn={side === 'Mine'} />}
        <Button look="quiet" block onClick={() => setOpened('offer')}>
          {say(offer ? 'offerOther' : 'offer')}
        </Button>
        {isOpen(order, 'split') && (
          <Button block onClick={() => setOpened('agree')}>
            {say('agree')}
          </Button>
        )}
      </div>
      {opened !== undefined && (opened === 'offer' || isOpen(order, 'split')) && (
        <SplitSheet
          key={opened}
          order={order}
          agreesTo={opened === 'agree' ? offer?.payerPart : undefined}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Card>
  );
}

function Offer({ order, offer }: { order: OrderDetail; offer: NonNullable<OrderDetail['splitOffer']> }) {
  const say = useWords(splitWords);
  const { language } = useSettings();
  const { serverNow } = useServices();
  return (
    <>
      <Facts>
        <Fact name={say('payerGets')}>
          <span>
            <MoneyText value={offer.payerGets} unit={order.coin} trim /> {say('feeNote')}
          </span>
        </Fact>
        <Fact name={say('payeeGets')}>
          <MoneyText value={offer.payeeGets} unit={order.coin} trim />
        </Fact>
      </Facts>
      <p className={styles.soft}>{say('until', { when: dayAndTime(offer.until, serverNow(), language) })}</p>
    </>
  );
}

function Decline({ order, isOwn }: { order: OrderDetail; isOwn: boolean }) {
  const say = useWords(splitWords);
  const { callApi } = useServices();
  const command = useOrderCommand();
  const showToast = useToast();
  const decline = useAction(
    async () => {
      const input = { orderId: order.orderId, version: String(order.version) };
      await command(() => callApi('/order/decline-split', { input }));
      showToast(say(isOwn ? 'takenBack' : 'declined'));
    },
    { shows: ['ORDER_ACTION_NOT_ALLOWED', 'ORDER_STATE_CHANGED', 'RATE_LIMITED'] },
  );
  return (
    <>
      <Refusal error={decline.error} />
      <Button look="quiet" block busy={decline.isBusy} onClick={() => void decline.run()}>
        {say(isOwn ? 'takeBack' : 'decline')}
      </Button>
    </>
  );
}
