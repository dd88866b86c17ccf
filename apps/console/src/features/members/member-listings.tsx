import type { CallOutput } from '@holdfast/contract/calls';
import {
  LISTING_STATE_LABELS,
  SUSPENSION_REASON_TEXTS,
  SUSPENSION_REASONS,
  type SuspensionReason,
} from '@holdfast/contract/orders';
import { inLanguage, useWords } from '@holdfast/client/i18n';
import { useRead } from '@holdfast/client/queries';
import { useClient } from '@holdfast/client/services';
import {
  Button,
  Card,
  formatMoney,
  formatPrice,
  Notice,
  Segmented,
  SelectField,
  stackClass,
} from '@holdfast/ui';
import { useState } from 'react';
import styles from '#components/components.module.css';
import { ReadState } from '#components/read-state.tsx';
import { ReasonDialog } from '#components/reason-dialog.tsx';
import { useToast } from '#components/toast.tsx';
import { RemoveRemark } from '#components/remove-remark.tsx';
import { useWhen } from '#components/use-when.ts';
import { useMay, useSettings } from '#state/services.tsx';
import memberStyles from './members.module.css';
import { memberWords } from './members.words.ts';
import { MEMBER_READS } from './touched.ts';

type Listing = CallOutput<'/operator/listing/list'>['items'][number];

/** What the member offers, the newest first; an operator of risk takes one out of the market here. */
export function MemberListings({ account }: { account: string }) {
  const say = useWords(memberWords);
  const may = useMay();
  const [scope, setScope] = useState<'live' | 'ended'>('live');
  const [suspended, setSuspended] = useState<Listing>();
  const [remark, setRemark] = useState<NonNullable<Listing['remark']>>();
  const tell = useToast();
  const read = useRead('/operator/listing/list', { input: { account, scope } });
  return (
    <Card className={stackClass}>
      <h2>{say('listings')}</h2>
      <Segmented
        label={say('listings')}
        value={scope}
        onChange={setScope}
        options={[
          { value: 'live', label: say('listingsLive') },
          { value: 'ended', label: say('listingsEnded') },
        ]}
      />
      <ReadState read={read}>
        {({ items, next }) => (
          <>
            {items.length === 0 && <p className={styles.quiet}>{say('noListings')}</p>}
            <ul className={memberStyles.list}>
              {items.map((listing) => (
                <li key={listing.id}>
                  <Line listing={listing} />
                  {listing.remark?.removed === null && may('flags.review') && (
                    <Button look="text" onClick={() => setRemark(listing.remark ?? undefined)}>
                      {say('removeRemark')}
                    </Button>
                  )}
                  {scope === 'live' && may('members.risk') && (
                    <Button look="text" onClick={() => setSuspended(listing)}>
                      {say('suspend')}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {next !== null && <p className={styles.quiet}>{say('moreListings')}</p>}
          </>
        )}
      </ReadState>
      {remark && (
        <RemoveRemark
          id={remark.id}
          text={remark.text}
          onDone={() => tell(say('remarkRemoved'))}
          onClose={() => setRemark(undefined)}
        />
      )}
      {suspended && <SuspendSheet listing={suspended} onClose={() => setSuspended(undefined)} />}
    </Card>
  );
}

function Line({ listing }: { listing: Listing }) {
  const say = useWords(memberWords);
  const when = useWhen();
  const { language } = useSettings();
  const { id, side, coin, state, suspendedBecause, isPrivate, hours, remark } = listing;
  return (
    <span>
      <span className={styles.mono}>#{id}</span> · {say(`listingSide.${side}`)} ·{' '}
      {inLanguage(LISTING_STATE_LABELS[state], language)}
      {suspendedBecause !== null && ` (${inLanguage(SUSPENSION_REASON_TEXTS[suspendedBecause], language)})`}
      {isPrivate && ` · ${say('listingPrivate')}`}
      {hours && ` · ${say(hours.to < hours.from ? 'listingHoursOvernight' : 'listingHours', hours)}`} ·{' '}
      {say('listingTerms', {
        remaining: formatMoney(listing.remaining),
        quantity: formatMoney(listing.quantity),
        coin,
        price: formatPrice(listing.price),
      })}{' '}
      · {when(listing.createdAt)}
      {remark !== null && (
        <span className={memberStyles.remark}>
          {say(remark.removed === null ? 'remark' : 'remarkDown', { text: remark.text })}
        </span>
      )}
    </span>
  );
}

function SuspendSheet({ listing, onClose }: { listing: Listing; onClose: () => void }) {
  const say = useWords(memberWords);
  const { callApi } = useClient();
  const tell = useToast();
  const { language } = useSettings();
  const [because, setBecause] = useState<SuspensionReason>('price-misleading');
  const { id, version, coin } = listing;
  return (
    <ReasonDialog
      title={say('suspend')}
      whom={`#${id} · ${formatMoney(listing.quantity)} ${coin}`}
      confirm={say('suspend')}
      isDangerous
      shows={['LISTING_NOT_FOUND', 'LISTING_NOT_OPEN', 'LISTING_CHANGED', 'ROLE_NOT_ALLOWED', 'RATE_LIMITED']}
      draft={`why suspend ${id}`}
      touches={['/operator/listing/list', ...MEMBER_READS]}
      onClose={onClose}
      onConfirm={async (reason) => {
        await callApi('/operator/listing/suspend', {
          input: { listingId: id, version: String(version), because, reason },
        });
        tell(say('suspended'));
      }}
    >
      <Notice tone="held">{say('suspendNote')}</Notice>
      <SelectField
        label={say('suspendBecause')}
        value={because}
        onChange={({ target: { value } }) =>
          setBecause(SUSPENSION_REASONS.find((one) => one === value) ?? 'other')
        }
      >
        {SUSPENSION_REASONS.map((one) => (
          <option key={one} value={one}>
            {inLanguage(SUSPENSION_REASON_TEXTS[one], language)}
          </option>
        ))}
      </SelectField>
    </ReasonDialog>
  );
}
