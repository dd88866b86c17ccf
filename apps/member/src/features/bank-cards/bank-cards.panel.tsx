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
import { CardDetail } from './card-detail.tsx';
import { CardForm } from './card-form.tsx';
import styles from './bank-cards.module.css';
import { bankCardsWords } from './bank-cards.words.ts';

const TONES: Readonly<Record<BankCard['status'], Tone>> = {
  Approved: 'free',
  Review: 'held',
  NotApproved: 'refused',
};

/** Where in the panel the member is. Behind an edited card lie its detail and the list. */
type Place = { at: 'list' | 'add' } | { at: 'card' | 'edit'; cardId: string };
const DEPTH = { list: 0, add: 1, card: 1, edit: 2 } as const satisfies Record<Place['at'], number>;

function behind(place: Place): Place {
  return place.at === 'edit' ? { ...place, at: 'card' } : { at: 'list' };
}

/** The accounts a member is paid on, and the ways to add, change and remove one. */
export function BankCardsPanel({ onClose }: { onClose: () => void }) {
  const say = useWords(bankCardsWords);
  const [place, setPlace] = useDraft<Place>('bank card open', { at: 'list' });
  const back = () => setPlace(behind(place));
  useBackSteps(DEPTH[place.at], back);
  const account = useAccount();
  const { data } = useRead('/bank/list/{account}', { params: { account } });
  const card = 'cardId' in place ? data?.cards.find(({ id }) => id === place.cardId) : undefined;
  if (place.at === 'add') return <CardForm onDone={back} />;
  if (place.at === 'edit' && card) return <CardForm edited={card} onDone={back} />;
  if (place.at === 'card' && card)
    return (
      <CardDetail card={card} onChange={() => setPlace({ at: 'edit', cardId: card.id })} onClose={back} />
    );
  return (
    <Panel title={say('title')} onClose={onClose}>
      <div className={stackClass}>
        <p className={styles.intro}>{say('intro')}</p>
        <Cards
          onAdd={() => setPlace({ at: 'add' })}
          onOpen={({ id }) => setPlace({ at: 'card', cardId: id })}
        />
      </div>
    </Panel>
  );
}

interface CardsProps {
  onAdd: () => void;
  onOpen: (card: OwnBankCard) => void;
}

function Cards({ onAdd, onOpen }: CardsProps) {
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
              <CardRow card={card} onOpen={() => onOpen(card)} />
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

function CardRow({ card, onOpen }: { card: OwnBankCard; onOpen: () => void }) {
  const say = useWords(bankCardsWords);
  const zoned = useZoned();
  const { serverNow } = useServices();
  const { language } = useSettings();
  const bankName = useBankName();
  const { status, coolingUntil } = card;
  const isCooling = status === 'Approved' && coolingUntil !== null;
  return (
    <ListRow
      onClick={onOpen}
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
