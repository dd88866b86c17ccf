import type { OwnBankCard, OwnPayAccount } from '@holdfast/contract/calls';
import { buttonClass, Checkbox, Skeleton } from '@holdfast/ui';
import { dayAndTime, useWords } from '@holdfast/client/i18n';
import { Link } from '#platform/router/router-context.tsx';
import { usePanelAddress } from '#platform/router/use-panel-address.ts';
import { useBankName } from '#components/bank.tsx';
import { coolingPlaces, usablePlaces, type Place } from '#components/own-places.rules.ts';
import type { useMyCards, useMyPayAccounts } from '#components/own-places.ts';
import { usePayMethodName } from '#components/pay-method.tsx';
import { ReadFailed } from '#components/read-failed.tsx';
import { useZoned } from '#components/zone-note.tsx';
import { useServices, useSettings } from '#state/services.tsx';
import styles from './listings.module.css';
import { listingWords } from './listings.words.ts';

/** What is said of each kind of place, and where its places are added. */
const KINDS = {
  card: {
    title: 'cards',
    hint: 'cardsHint',
    none: 'noCards',
    noneApproved: 'noneApproved',
    add: 'addCard',
    see: 'seeCards',
    panel: 'bank-cards',
  },
  account: {
    title: 'payAccounts',
    hint: 'payAccountsHint',
    none: 'noPayAccounts',
    noneApproved: 'nonePayApproved',
    add: 'addPayAccount',
    see: 'seePayAccounts',
    panel: 'pay-accounts',
  },
} as const;

interface ChoiceProps {
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
}

/** On which bank accounts the member is paid. Without any it leads to adding one. */
export function CardChoice({ read, ...choice }: ChoiceProps & { read: ReturnType<typeof useMyCards> }) {
  const bankName = useBankName();
  const nameOf = ({ bankCode, accountMasked }: OwnBankCard) => `${bankName(bankCode)} ${accountMasked}`;
  return <Places kind="card" {...choice} read={read} places={read.data?.cards} nameOf={nameOf} />;
}

/** The same of accounts at pay apps. */
export function PayAccountChoice({
  read,
  ...choice
}: ChoiceProps & { read: ReturnType<typeof useMyPayAccounts> }) {
  const methodName = usePayMethodName();
  const nameOf = ({ app, targetMasked }: OwnPayAccount) => `${methodName(app)} ${targetMasked}`;
  return <Places kind="account" {...choice} read={read} places={read.data?.payAccounts} nameOf={nameOf} />;
}

interface PlacesProps<P extends Place> extends ChoiceProps {
  kind: keyof typeof KINDS;
  read: Parameters<typeof ReadFailed>[0]['read'] & { isError: boolean };
  places: readonly P[] | undefined;
  nameOf: (place: P) => string;
}

function Places<P extends Place>({ kind, read, places, chosen, onChange, nameOf }: PlacesProps<P>) {
  const say = useWords(listingWords);
  const panelAddress = usePanelAddress();
  if (read.isError && !places) return <ReadFailed read={read} />;
  if (!places) return <Skeleton height="96px" />;
  const { title, hint, none, noneApproved, add, see, panel } = KINDS[kind];
  const usable = usablePlaces(places);
  const cooling = coolingPlaces(places);
  const countOf = (status: Place['status']) => places.filter((place) => place.status === status).length;
  const [inReview, refused] = [countOf('Review'), countOf('NotApproved')];
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.choiceLabel}>{say(title)}</legend>
      {usable.length === 0 ? (
        <>
          {cooling.length === 0 && <p>{say(inReview > 0 ? noneApproved : none)}</p>}
          <Link to={panelAddress(panel)} className={buttonClass({ look: 'quiet' })}>
            {say(places.length > 0 ? see : add)}
          </Link>
        </>
      ) : (
        <p className={styles.note}>{say(hint)}</p>
      )}
      {usable.map((place) => (
        <Checkbox
          key={place.id}
          checked={chosen.includes(place.id)}
          onChange={(event) =>
            onChange(event.target.checked ? [...chosen, place.id] : chosen.filter((id) => id !== place.id))
          }
          label={nameOf(place)}
        />
      ))}
      <Cooling places={cooling} />
      {(usable.length > 0 || cooling.length > 0) && inReview > 0 && (
        <p className={styles.note}>{say('placesInReview', { count: inReview })}</p>
      )}
      {refused > 0 && <p className={styles.note}>{say('placesRefused', { count: refused })}</p>}
    </fieldset>
  );
}

/** Why an account that is approved cannot be chosen yet, and from when on it can. */
function Cooling({ places }: { places: readonly Place[] }) {
  const say = useWords(listingWords);
  const zoned = useZoned();
  const { serverNow } = useServices();
  const { language } = useSettings();
  const [first] = places;
  if (!first?.coolingUntil) return null;
  const time = zoned(dayAndTime(first.coolingUntil, serverNow(), language));
  return <p className={styles.note}>{say('placesCooling', { count: places.length, time })}</p>;
}
