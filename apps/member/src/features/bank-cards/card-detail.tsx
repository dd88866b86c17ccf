import type { CardUse, OwnBankCard } from '@holdfast/contract/calls';
import type { AppError } from '@holdfast/kernel';
import { Button, Card, Fact, Facts, Notice, Panel, stackClass } from '@holdfast/ui';
import { useAction, useErrorText } from '@holdfast/client/calls';
import { dayAndTime, useWords } from '@holdfast/client/i18n';
import { useRefresh } from '@holdfast/client/queries';
import { useAccount, useServices, useSettings } from '#state/services.tsx';
import { Link } from '#platform/router/router-context.tsx';
import { screenAddress } from '#platform/router/routes.rules.ts';
import { useBankName } from '#components/bank.tsx';
import { Refusal } from '#components/refusal.tsx';
import { SECRET_ERRORS, useSecretSheet } from '#components/secret-sheet.tsx';
import { useToast } from '#components/toast.tsx';
import { useZoned } from '#components/zone-note.tsx';
import styles from './bank-cards.module.css';
import { bankCardsWords } from './bank-cards.words.ts';

interface CardDetailProps {
  card: OwnBankCard;
  onChange: () => void;
  onClose: () => void;
}

/** One account: what is known of it, why it was refused, and the ways to change and to remove it. */
export function CardDetail({ card, onChange, onClose }: CardDetailProps) {
  const say = useWords(bankCardsWords);
  const zoned = useZoned();
  const { serverNow } = useServices();
  const { language } = useSettings();
  const bankName = useBankName();
  const remove = useRemove(card, onClose);
  const last = card.accountMasked.slice(-4);
  const secret = useSecretSheet(remove, say('purposeRemove', { bank: bankName(card.bankCode), last }));
  return (
    <Panel title={bankName(card.bankCode)} onClose={onClose}>
      <div className={stackClass}>
        {card.refusal !== null && (
          <Notice tone="refused">
            {say(`refusal.${card.refusal}`)} {say('refusedNext')}
          </Notice>
        )}
        <Card>
          <Facts>
            <Fact name={say('number')}>{card.accountMasked}</Fact>
            <Fact name={say('name')}>{card.holderName}</Fact>
            <Fact name={say('state')}>{say(`status.${card.status}`)}</Fact>
            <Fact name={say('addedAt')}>{zoned(dayAndTime(card.addedAt, serverNow(), language))}</Fact>
          </Facts>
        </Card>
        <WhyNot error={secret.refusal} />
        <Button look="quiet" block onClick={onChange}>
          {say('change')}
        </Button>
        <Button look="text-danger" block onClick={secret.ask}>
          {say('remove')}
        </Button>
      </div>
      {secret.sheet}
    </Panel>
  );
}

function useRemove(card: OwnBankCard, onDone: () => void) {
  const say = useWords(bankCardsWords);
  const { callApi } = useServices();
  const account = useAccount();
  const refresh = useRefresh();
  const showToast = useToast();
  return useAction(
    async (transpass: string) => {
      const input = { cardId: card.id };
      await callApi('/member/bankdel/{account}', { params: { account }, input, transpass });
      refresh('/bank/list/{account}', '/member/info/{account}');
      showToast(say('removed'));
      onDone();
    },
    { shows: [...SECRET_ERRORS, 'BANK_CARD_IN_USE', 'BANK_CARD_NOT_FOUND'] },
  );
}

const ROUTES = {
  order: ({ id }: CardUse) => screenAddress('/front-end-order', { orderId: id }),
  listing: () => screenAddress('/pendingOrder'),
} as const;

/** A refusal; one that says what uses the account leads there. */
export function WhyNot({ error }: { error: AppError | undefined }) {
  const say = useWords(bankCardsWords);
  const errorText = useErrorText();
  if (error?.code !== 'BANK_CARD_IN_USE') return <Refusal error={error} />;
  return (
    <Notice tone="refused" isAlert>
      <p>{errorText(error)}</p>
      <ul className={styles.uses}>
        {usesOf(error).map((use) => (
          <li key={`${use.kind} ${use.id}`}>
            <Link to={ROUTES[use.kind](use)}>{say(`use.${use.kind}`, { title: use.title })}</Link>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function usesOf({ data }: AppError): CardUse[] {
  const uses: unknown = data['uses'];
  return Array.isArray(uses) ? (uses as CardUse[]).filter(({ kind }) => Object.hasOwn(ROUTES, kind)) : [];
}
