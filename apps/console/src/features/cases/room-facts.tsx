import type { CallOutput } from '@holdfast/contract/calls';
import { inLanguage, useLanguage, useWords } from '@holdfast/client/i18n';
import { useClient } from '@holdfast/client/services';
import type { CaseReveal } from '@holdfast/contract/operators';
import { ORDER_STATE_INFO, REMARK_REMOVAL_TEXTS } from '@holdfast/contract/orders';
import { Button, Card, Fact, Facts, formatMoney, formatPrice, Notice, Pill, stackClass } from '@holdfast/ui';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import componentStyles from '#components/components.module.css';
import { inCommonWords } from '#components/in-common.words.ts';
import { ReasonDialog } from '#components/reason-dialog.tsx';
import { useWhen } from '#components/use-when.ts';
import styles from './cases.module.css';
import { roomWords } from './room.words.ts';
import { useNames } from './use-names.ts';
import { usePlaceName } from './use-place-name.ts';

export type Detail = CallOutput<'/operator/case/detail/{id}'>;
type Order = Detail['order'];

/** The terms of the order, as they were fixed at its lock, and how it stands. */
export function OrderFacts({ order }: { order: Order }) {
  const say = useWords(roomWords);
  const language = useLanguage();
  const when = useWhen();
  const name = useNames();
  const stateName = (state: Order['state']) => inLanguage(ORDER_STATE_INFO[state], language);
  const at = (instant: string | null) => (instant === null ? say('none') : when(instant));
  return (
    <Card className={stackClass}>
      <h2>{order.serialNo}</h2>
      <Facts>
        <Fact name={say('state')}>{stateName(order.state)}</Fact>
        <Fact name={say('before')}>
          {order.previousState === null ? say('none') : stateName(order.previousState)}
        </Fact>
        <Fact name={say('deadline')}>{at(order.deadlineDate)}</Fact>
        <Fact name={say('quantity')}>
          {formatMoney(order.quantity)} {order.coin}
        </Fact>
        <Fact name={say('price')}>NT$ {formatPrice(order.price)}</Fact>
        <Fact name={say('payTwd')}>NT$ {formatMoney(order.payTwd)}</Fact>
        <Fact name={say('fee')}>
          {formatMoney(order.fee)} {order.coin}
        </Fact>
        {order.settledQuantity !== null && (
          <Fact name={say('settled')}>
            {formatMoney(order.settledQuantity)} {order.coin}
          </Fact>
        )}
        {order.splitOffer && (
          <Fact name={say('splitOffer')}>
            {say('splitOfferText', {
              who: name('by', order.splitOffer.by),
              amount: formatMoney(order.splitOffer.payerPart),
              coin: order.coin,
              until: when(order.splitOffer.until),
            })}
          </Fact>
        )}
        <Fact name={say('side')}>{say(order.side)}</Fact>
        <Fact name={say('listing')}>
          {say('listingVersion', { id: order.listingId, version: order.listingVersion })}
        </Fact>
        <Fact name={say('payWindow')}>{say('windowMinutes', { minutes: order.payWindowMinutes })}</Fact>
        <Fact name={say('locked')}>{when(order.lockedAt)}</Fact>
        <Fact name={say('paid')}>
          {at(order.paidAt)} {order.isLate && <Pill tone="held">{say('late')}</Pill>}
        </Fact>
        {order.endedAt !== null && <Fact name={say('ended')}>{at(order.endedAt)}</Fact>}
        <Fact name={say('fault')}>{order.fault === null ? say('none') : name('fault', order.fault)}</Fact>
        {order.resolution !== null && (
          <Fact name={say('resolution')}>{name('resolution', order.resolution)}</Fact>
        )}
      </Facts>
      {order.remark !== null && <Remark remark={order.remark} />}
    </Card>
  );
}

/** What the listing said when it was locked, as text and nothing else: what the two had before them, whatever has become of it since. */
function Remark({ remark: { text, removed } }: { remark: NonNullable<Order['remark']> }) {
  const say = useWords(roomWords);
  const language = useLanguage();
  const when = useWhen();
  return (
    <div className={styles.remark}>
      <small>{say('remark')}</small>
      {text === null ? (
        <p className={componentStyles.quiet}>{say('remarkHidden')}</p>
      ) : (
        <p className={styles.statement}>{text}</p>
      )}
      {removed && (
        <p>
          <Pill tone="held">{say('remarkRemoved')}</Pill>{' '}
          <small>
            {when(removed.at)} · {inLanguage(REMARK_REMOVAL_TEXTS[removed.because], language)}
          </small>
        </p>
      )}
    </div>
  );
}

/** One personal value: masked, until whoever works on the order gives a reason. */
function Personal({ id, what, masked, isClear }: PersonalProps) {
  const say = useWords(roomWords);
  const { callApi } = useClient();
  const [isAsking, setAsking] = useState(false);
  const [shown, setShown] = useState<string>();
  return (
    <span className={styles.personal}>
      <span>{shown ?? (masked === '' ? say('none') : masked)}</span>
      {isClear && masked !== '' && shown === undefined && (
        <Button look="text" aria-label={say(`reveal-${what}`)} onClick={() => setAsking(true)}>
          {say('reveal')}
        </Button>
      )}
      {isAsking && (
        <ReasonDialog
          title={say(`reveal-${what}`)}
          confirm={say('reveal')}
          draft={`why ${what} of order ${id}`}
          shows={['CASE_CLAIM_NEEDED', 'RATE_LIMITED', 'ORDER_NOT_FOUND']}
          onClose={() => setAsking(false)}
          onConfirm={async (reason) => {
            const { value } = await callApi('/operator/case/reveal/{id}', {
              params: { id },
              input: { what, reason },
            });
            setShown(value);
          }}
        >
          <Notice tone="neutral">{say('revealNote')}</Notice>
        </ReasonDialog>
      )}
    </span>
  );
}

interface PersonalProps {
  id: string;
  what: CaseReveal;
  masked: string;
  isClear: boolean;
}

const NAME_OF = { payer: 'payer-name', payee: 'payee-name' } as const;

/** The two sides, beside each other. */
export function Parties({ detail }: { detail: Detail }) {
  const say = useWords(roomWords);
  const sayCommon = useWords(inCommonWords);
  const when = useWhen();
  const { parties, tradedTogether, inCommon, isClear, order } = detail;
  return (
    <>
      {inCommon.length > 0 && (
        <Notice tone="held">
          {say('inCommon', { what: inCommon.map((trace) => sayCommon(trace)).join(say('and')) })}
        </Notice>
      )}
      {parties.map((party) => (
        <Card key={party.role} className={stackClass}>
          <h2>
            {say(party.role)} <Pill tone="neutral">{say(party.isOwner ? 'owner' : 'locker')}</Pill>
          </h2>
          <Facts>
            <Fact name={say('account')}>
              <Link to="/member" search={{ account: party.account }} className={componentStyles.rowLink}>
                {party.account}
              </Link>
            </Fact>
            <Fact name={say('nick')}>{party.nick}</Fact>
            <Fact name={say('level')}>{party.level}</Fact>
            <Fact name={say('verified')}>{say(`status-${party.realNameStatus}`)}</Fact>
            <Fact name={say('realName')}>
              <Personal
                id={order.orderId}
                what={NAME_OF[party.role]}
                masked={party.realName}
                isClear={isClear}
              />
            </Fact>
            <Fact name={say('registered')}>{when(party.registeredAt)}</Fact>
            <Fact name={say('record')}>
              {say('recordOf', { finished: party.finished, ended: party.ended })}
            </Fact>
            <Fact name={say('release')}>
              {party.releaseSeconds === null
                ? say('none')
                : say('releaseIn', { minutes: Math.max(1, Math.round(party.releaseSeconds / 60)) })}
            </Fact>
          </Facts>
          <p className={componentStyles.quiet}>{say('together', { count: tradedTogether })}</p>
        </Card>
      ))}
    </>
  );
}

/** What was to be paid where, and what the payer says: two lines that have to agree. */
export function Payment({ detail }: { detail: Detail }) {
  const say = useWords(roomWords);
  const when = useWhen();
  const placeName = usePlaceName();
  const { payTo, paid, order, isClear } = detail;
  return (
    <Card className={stackClass}>
      <h2>{say('payTitle')}</h2>
      <Facts>
        <Fact name={say('payTo')}>
          <Personal
            id={order.orderId}
            what="pay-to"
            masked={`${placeName(payTo.place)} ${payTo.account} ${payTo.holderName}`}
            isClear={isClear}
          />
        </Fact>
        {paid && (
          <>
            <Fact name={say('declared')}>
              {say('declaredFrom', { from: placeName(paid.from), lastFive: paid.lastFive })} · {when(paid.at)}
            </Fact>
            <Fact name={say('declaredName')}>
              <Personal id={order.orderId} what="declared-name" masked={paid.payer} isClear={isClear} />
            </Fact>
          </>
        )}
      </Facts>
      {!paid && <p className={componentStyles.quiet}>{say('declaredNone')}</p>}
      {!isClear && <p className={componentStyles.quiet}>{say('revealNeedsClaim')}</p>}
    </Card>
  );
}
