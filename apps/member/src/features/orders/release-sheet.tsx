import type { OrderDetail } from '@holdfast/contract/calls';
import { Button, Card, Fact, Facts, formatMoney, MoneyText, Sheet, stackClass } from '@holdfast/ui';
import { useState } from 'react';
import { useEnsureRead, useRead } from '@holdfast/client/queries';
import { useAction } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { useServices } from '#state/services.tsx';
import { refusalBesides, SECRET_ERRORS, SecretSheet } from '#components/secret-sheet.tsx';
import { AuthenticatorEntry } from '#components/authenticator-entry.tsx';
import { useBankName } from '#components/bank.tsx';
import { usePayMethodName } from '#components/pay-method.tsx';
import { Refusal } from '#components/refusal.tsx';
import { SentCode } from '#components/sent-code.tsx';
import { useMemberCode, type OneTimeCode } from '#components/use-one-time-code.ts';
import { isOpen } from './order-room.rules.ts';
import styles from './orders.module.css';
import { useOrderCommand } from './orders.query.ts';
import { ordersWords } from './orders.words.ts';
import { releaseDraft, ReleaseChecks } from './release-checks.tsx';

interface ReleaseSheetProps {
  order: OrderDetail;
  onClose: () => void;
  /** Leads to what can be done in place of a release. */
  onInstead: () => void;
}

/**
 * The release cannot be undone, so it takes three different acts: saying what one has seen at the bank, sliding, and the transaction
 * secret.
 */
export function ReleaseSheet({ order, onClose, onInstead }: ReleaseSheetProps) {
  const say = useWords(ordersWords);
  const [hasSlid, setSlid] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  const code = useMemberCode('release');
  const isCodeAsked = useIsCodeAsked();
  const release = useRelease(order, code.ticket, onClose);
  const refusal = refusalBesides(release.error);
  const values = {
    quantity: formatMoney(order.quantity),
    coin: order.coin,
    nick: order.counterparty.nick,
  };
  // A slide counts, however late it is known whether a code is asked; one after a refusal begins anew.
  const slide = useAction(async () => {
    const isTicketOver = release.error?.code === 'TICKET_INVALID';
    const isAsked = release.error?.code === 'RELEASE_CODE_REQUIRED' || (await isCodeAsked());
    if (isTicketOver) code.forget();
    release.forgetError();
    setNeedsCode(isAsked);
    setSlid(true);
    if (isAsked && (isTicketOver || code.ticket === undefined)) await code.send.run();
  });
  if (hasSlid && !refusal && needsCode && code.ticket === undefined)
    return <ReleaseCode code={code} onClose={onClose} />;
  if (hasSlid && !refusal)
    return <SecretSheet purpose={say('releasePurpose', values)} action={release} onClose={onClose} />;
  return (
    <Sheet title={say('releaseTitle')} onClose={onClose}>
      <div className={stackClass}>
        <Recap order={order} />
        <Refusal error={refusal} />
        <ReleaseChecks
          order={order}
          label={say('slide', values)}
          onConfirm={slide.run}
          onInstead={onInstead}
        />
      </div>
    </Sheet>
  );
}

function Recap({ order }: { order: OrderDetail }) {
  const say = useWords(ordersWords);
  const bankName = useBankName();
  const methodName = usePayMethodName();
  const { paid } = order;
  return (
    <Card>
      <Facts>
        <Fact name={say('releaseTo')}>{order.counterparty.nick}</Fact>
        <Fact name={say('quantity')}>
          <MoneyText value={order.quantity} unit={order.coin} size="title" trim />
        </Fact>
        <Fact name={say('expect')}>
          <span>
            NT$ <MoneyText value={order.payTwd} size="title" />
          </span>
        </Fact>
        {paid && (
          <>
            <Fact name={say('payer')}>{paid.payer}</Fact>
            {paid.paidBank !== null && <Fact name={say('paidBank')}>{bankName(paid.paidBank)}</Fact>}
            {order.payMethod !== 'bank' && <Fact name={say('paidApp')}>{methodName(order.payMethod)}</Fact>}
            <Fact name={say('lastFive')}>
              <span className={styles.digits}>{paid.lastFive}</span>
            </Fact>
          </>
        )}
      </Facts>
    </Card>
  );
}

/** Whether a code is asked besides the secret: while the member's account cools down. */
export function useIsCodeAsked(): () => Promise<boolean> {
  const permissions = useEnsureRead('/member/account/permissions', {});
  return async () => {
    const { acts } = await permissions();
    return acts.some(({ act, state }) => act === 'release' && state === 'asks-code');
  };
}

export function ReleaseCode({ code, onClose }: { code: OneTimeCode; onClose: () => void }) {
  const say = useWords(ordersWords);
  const { data: authenticator } = useRead('/member/security/authenticator', {});
  const [byAuthenticator, setByAuthenticator] = useState(false);
  const check = useAuthenticatorTicket(code);
  return (
    <Sheet title={say('releaseCode')} onClose={onClose}>
      <div className={stackClass}>
        <p>{say('releaseCodeWhy')}</p>
        {byAuthenticator ? (
          <AuthenticatorEntry check={check} mayRecover={false} />
        ) : code.sent ? (
          <SentCode code={code} />
        ) : (
          <>
            <Refusal error={code.send.error} />
            <Button block large busy={code.send.isBusy} onClick={() => void code.send.run()}>
              {say('releaseCodeSend')}
            </Button>
          </>
        )}
        {authenticator?.provesRelease && (
          <Button look="text" block onClick={() => setByAuthenticator(!byAuthenticator)}>
            {say(byAuthenticator ? 'releaseBySent' : 'releaseByAuthenticator')}
          </Button>
        )}
      </div>
    </Sheet>
  );
}

/** The code of an authenticator in the place of one that was sent: it gives the same ticket. */
function useAuthenticatorTicket({ setTicket }: OneTimeCode) {
  const { callApi } = useServices();
  return useAction(
    async (code: string) => {
      const { ticket } = await callApi('/member/security/authenticator-ticket', { input: { code } });
      setTicket(ticket);
    },
    {
      shows: ['AUTHENTICATOR_CODE_WRONG', 'AUTHENTICATOR_NONE', 'AUTHENTICATOR_TOO_NEW', 'RATE_LIMITED'],
    },
  );
}

function useRelease(order: OrderDetail, otpTicket: string | undefined, onClose: () => void) {
  const { callApi, formDrafts } = useServices();
  const command = useOrderCommand();
  return useAction(
    async (transpass: string) => {
      const { orderId, version } = order;
      const input = { orderId, version: String(version), ...(otpTicket !== undefined && { otpTicket }) };
      // While the payer asks to cancel, "the money did come" is the answer to that.
      await command(() =>
        isOpen(order, 'deny-as-received')
          ? callApi('/order/deny-as-received', { input, transpass })
          : callApi('/order/release', { input, transpass }),
      );
      formDrafts.forget(releaseDraft(orderId));
      onClose();
    },
    {
      shows: [
        ...SECRET_ERRORS,
        'ORDER_ACTION_NOT_ALLOWED',
        'RELEASE_CODE_REQUIRED',
        'CODE_ADDRESSES_TOO_NEW',
        'TICKET_INVALID',
        'RATE_LIMITED',
      ],
    },
  );
}
