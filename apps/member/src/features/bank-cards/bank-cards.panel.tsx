import type { BankCard, OwnBankCard } from '@holdfast/contract/calls';
import {
  AddIcon,
  BankIcon,
  Button,
  Card,
  EmptyState,
  ListRow,
  Panel,
  Pill,
  RowIcon,
  RowList,
  Skeleton,
  stackClass,
  type Tone,
} from '@holdfast/ui';
import { useRead } from '@holdfast/client/queries';
import { dayAndTime, useWords } from '@holdfast/client/i18n';
import { useDraft } from '#state/pin-lock/use-draft.ts';
import { useBackSteps } from '#platform/router/use-back-steps.ts';
import { useAccount, useServices, useSettings } from '#state/services.tsx';
import { useBankName } from '#components/bank.tsx';
import { ReadFailed } from '#components/read-failed.tsx';
import { useZoned } from '#components/zone-note.tsx';
import { AddCard } from './add-card.tsx';
import styles from './bank-cards.module.css';
import { bankCardsWords } from './bank-cards.words.ts';

const TONES: Readonly<Record<BankCard['status'], Tone>> = {
  Approved: 'free',
  Review: 'held',
  NotApproved: 'refused',
};

/** The accounts a member is paid on, and the way to add one. */
export function BankCardsPanel({ onClose }: { onClose: () => void }) {
  const say = useWords(bankCardsWords);
  const [isAdding, setAdding] = useDraft('bank card open', false);
  const leaveAdding = () => setAdding(false);
  useBackSteps(isAdding ? 1 : 0, leaveAdding);
  if (isAdding) return <AddCard onDone={leaveAdding} />;
  return (
    <Panel title={say('title')} onClose={onClose}>
      <div className={stackClass}>
        <p className={styles.intro}>{say('intro')}</p>
        <Cards onAdd={() => setAdding(true)} />
      </div>
    </Panel>
  );
}

function Cards({ onAdd }: { onAdd: () => void }) {
  const say = useWords(bankCardsWords);
  const account = useAccount();
  const read = useRead('/bank/list/{account}', { params: { account } });
  const { data, isError } = read;
  if (isError && !data) return <ReadFailed read={read} />;
  if (!data)
    return (
      <Card flush aria-busy>
        <ListRow
          lead={<Skeleton width="40px" height="40px" />}
          title={<Skeleton width="50%" />}
          note={<Skeleton width="70%" />}
        />
      </Card>
    );
  if (data.cards.length === 0)
    return (
      <>
        <Card>
          <EmptyState
            icon={<BankIcon />}
            title={say('none')}
            text={say('noneText')}
            action={<Button onClick={onAdd}>{say('addFirst')}</Button>}
          />
        </Card>
        <p className={styles.intro}>{say(`approval.${data.approval}`)}</p>
      </>
    );
  return (
    <>
      <Card flush>
        <RowList label={say('title')}>
          {data.cards.map((card) => (
            <li key={card.id}>
              <CardRow card={card} />
            </li>
          ))}
        </RowList>
      </Card>
      <p className={styles.intro}>{say(`approval.${data.approval}`)}</p>
      <Button look="quiet" block icon={<AddIcon size={18} />} onClick={onAdd}>
        {say('add')}
      </Button>
    </>
  );
}

function CardRow({ card }: { card: OwnBankCard }) {
  const say = useWords(bankCardsWords);
  const zoned = useZoned();
  const { serverNow } = useServices();
  const { language } = useSettings();
  const bankName = useBankName();
  const { status, coolingUntil } = card;
  const isCooling = status === 'Approved' && coolingUntil !== null;
  return (
    <ListRow
      lead={
        <RowIcon>
          <BankIcon size={20} />
        </RowIcon>
      }
      title={bankName(card.bankCode)}
      note={
        <>
          {card.accountMasked} · {say('holder', { name: card.holderName })}
          {isCooling && (
            <p>{say('coolingUntil', { time: zoned(dayAndTime(coolingUntil, serverNow(), language)) })}</p>
          )}
        </>
      }
      end={
        <Pill tone={isCooling ? 'held' : TONES[status]}>
          {say(isCooling ? 'cooling' : `status.${status}`)}
        </Pill>
      }
    />
  );
}
