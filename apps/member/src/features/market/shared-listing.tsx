import type { CallOutput } from '@holdfast/contract/calls';
import { LISTING_PASSWORD_TRIES } from '@holdfast/contract/orders';
import {
  Button,
  buttonClass,
  Card,
  cx,
  EmptyState,
  Field,
  priceDecimals,
  Sheet,
  Skeleton,
  TradeIcon,
} from '@holdfast/ui';
import { useId, useState, type FormEvent } from 'react';
import { useAction } from '@holdfast/client/calls';
import { dayAndTime, useWords } from '@holdfast/client/i18n';
import { useRead } from '@holdfast/client/queries';
import { text as readText } from '@holdfast/client/storage';
import { Link, useRouter } from '#platform/router/router-context.tsx';
import { screenAddress } from '#platform/router/routes.rules.ts';
import { useFormDraft } from '#state/drafts/use-form-draft.ts';
import { useDraft } from '#state/pin-lock/use-draft.ts';
import { useServices, useSettings } from '#state/services.tsx';
import { ReadFailed } from '#components/read-failed.tsx';
import { Refusal } from '#components/refusal.tsx';
import { useFaultFocus } from '#components/use-fault-focus.ts';
import styles from './market.module.css';
import { OfferCard } from './offer-card.tsx';
import { sharedListingWords } from './shared-listing.words.ts';
import { TakeOffer, useTaking } from './take-offer.tsx';

type Opened = CallOutput<'/listing/link/open'>;

/** A link as it arrives: messengers and people put a full stop or a bracket behind it. */
const LINK = /^[A-Za-z0-9_-]{22}/;
const UNKNOWN: Opened = { state: 'unknown', offer: null, isOwn: false, opensAt: null, ownOrderId: null };

/** The one listing that a link leads to, to be taken as in the market, or what has become of it. */
export function SharedListing({ text }: { text: string }) {
  const say = useWords(sharedListingWords);
  const [link] = LINK.exec(text) ?? [];
  const read = useRead(
    '/listing/link/open',
    { input: { link: link ?? '' } },
    { isEnabled: link !== undefined },
  );
  const opened = link === undefined ? UNKNOWN : read.data;
  return (
    <div className={cx(styles.page, styles.shared)}>
      <h1 className={styles.sharedTitle}>{say(opened?.isOwn === true ? 'ownTitle' : 'title')}</h1>
      {!opened && read.isError && <ReadFailed read={read} />}
      {!opened && !read.isError && (
        <div aria-busy>
          <Skeleton height="180px" />
        </div>
      )}
      {opened && link !== undefined && <Found opened={opened} link={link} />}
      {opened && link === undefined && <Closed opened={opened} />}
      {opened?.isOwn === true && (
        <Link to={screenAddress('/pendingOrder')} className={buttonClass({ look: 'quiet', block: true })}>
          {say('toOwn')}
        </Link>
      )}
      <Link to={screenAddress('/transaction')} className={buttonClass({ look: 'quiet', block: true })}>
        {say('toMarket')}
      </Link>
    </div>
  );
}

function Found({ opened, link }: { opened: Opened; link: string }) {
  const { offer } = opened;
  const taking = useTaking(`shared listing ${link}`);
  const [instead, setInstead] = useState<{ readonly listingId: string; readonly wanted: string }>();
  const isOther = taking.chosen !== undefined && taking.chosen.listingId === instead?.listingId;
  return (
    <>
      {offer ? (
        <OfferCard
          offer={offer}
          priceDecimals={priceDecimals([offer.price])}
          onLock={() => taking.choose(offer)}
        />
      ) : (
        <Closed opened={opened} />
      )}
      <TakeOffer
        taking={taking}
        offers={offer ? [offer] : undefined}
        wanted={isOther ? instead.wanted : ''}
        methods={[]}
        link={isOther ? undefined : link}
        onInstead={(next, wanted) => {
          setInstead({ listingId: next.listingId, wanted });
          taking.swap(next);
        }}
        onLocked={() => {}}
      />
    </>
  );
}

function ownTextOf(state: Opened['state']) {
  if (state === 'over') return 'ownOver';
  return state === 'resting' ? 'ownResting' : 'ownText';
}

/** Nothing can be traded here: what has happened, and what one can do. The owner is not sent to whoever shared the link. */
function Closed({ opened: { state, isOwn, opensAt, ownOrderId } }: { opened: Opened }) {
  const say = useWords(sharedListingWords);
  const { language } = useSettings();
  const { serverNow } = useServices();
  if (state === 'open') return null;
  return (
    <Card>
      <EmptyState
        icon={<TradeIcon />}
        title={say(`${state}.title`)}
        text={say(isOwn ? ownTextOf(state) : `${state}.text`, {
          until: opensAt === null ? '' : dayAndTime(opensAt, serverNow(), language),
        })}
        action={
          ownOrderId !== null && (
            <Link to={screenAddress('/front-end-order', { orderId: ownOrderId })} className={buttonClass({})}>
              {say('toOrder')}
            </Link>
          )
        }
      />
    </Card>
  );
}

/** The other way into a private listing, for who was told its number and password. */
export function ByPassword() {
  const say = useWords(sharedListingWords);
  const [isOpen, setOpen] = useDraft('listing by password', false);
  return (
    <>
      <Button look="text" onClick={() => setOpen(true)}>
        {say('byPassword')}
      </Button>
      {isOpen && <PasswordSheet onClose={() => setOpen(false)} />}
    </>
  );
}

const NUMBER_LENGTH_MAX = 18;
const NUMBER = { read: readText, initial: '' };

function PasswordSheet({ onClose }: { onClose: () => void }) {
  const say = useWords(sharedListingWords);
  const formId = useId();
  const { callApi } = useServices();
  const router = useRouter();
  const [number, setNumber, forgetNumber] = useFormDraft('listing by password', NUMBER);
  const [password, setPassword] = useState('');
  const { form, wasTried, noteTry } = useFaultFocus();
  const listingId = number.replaceAll(/\D/g, '').replace(/^0+/, '').slice(0, NUMBER_LENGTH_MAX);
  const isWhole = listingId !== '' && password.trim() !== '';
  const find = useAction(
    async () => {
      const { link } = await callApi('/listing/link/find', {
        input: { listingId, password: password.trim() },
      });
      forgetNumber();
      onClose();
      router.go(screenAddress('/transaction', { link }));
    },
    { shows: ['LISTING_PASSWORD_WRONG', 'RATE_LIMITED'] },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    noteTry();
    if (isWhole) void find.run();
  };
  return (
    <Sheet
      title={say('byPasswordTitle')}
      onClose={find.isBusy ? undefined : onClose}
      foot={
        <Button type="submit" form={formId} block large busy={find.isBusy}>
          {say('open')}
        </Button>
      }
    >
      <form ref={form} id={formId} className={styles.sheet} onSubmit={submit} noValidate>
        <p>{say('byPasswordText', { tries: LISTING_PASSWORD_TRIES })}</p>
        <Field
          label={say('number')}
          inputMode="numeric"
          autoComplete="off"
          value={number}
          onChange={(event) => setNumber(event.target.value)}
          error={wasTried && listingId === '' ? say('wrong.number') : undefined}
        />
        <Field
          label={say('password')}
          hint={say('passwordHint')}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={32}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={wasTried && password.trim() === '' ? say('wrong.password') : undefined}
        />
        <Refusal error={find.error} />
      </form>
    </Sheet>
  );
}
