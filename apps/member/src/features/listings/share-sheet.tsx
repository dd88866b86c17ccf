import type { Listing, OwnListingLink } from '@holdfast/contract/calls';
import {
  Button,
  Checkbox,
  CopyButton,
  Fact,
  Facts,
  QrPicture,
  Question,
  Sheet,
  Skeleton,
  stackClass,
} from '@holdfast/ui';
import { useState } from 'react';
import { useAction } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { useRead, useRefresh } from '@holdfast/client/queries';
import { canShare, share } from '#platform/device/share.ts';
import { screenAddress } from '#platform/router/routes.rules.ts';
import { useServices } from '#state/services.tsx';
import { ReadFailed } from '#components/read-failed.tsx';
import { Refusal } from '#components/refusal.tsx';
import { useToast } from '#components/toast.tsx';
import styles from './listings.module.css';
import { shareWords } from './share.words.ts';

const SHOWN = ['LISTING_NOT_FOUND', 'LISTING_NOT_OPEN', 'RATE_LIMITED'] as const;

/** A command on the link of a listing. Whatever comes of it, the link is asked anew. */
function useLinkCommand(run: () => Promise<unknown>) {
  const refresh = useRefresh();
  return useAction(
    async () => {
      try {
        await run();
      } finally {
        refresh('/listing/link');
      }
    },
    { shows: [...SHOWN] },
  );
}

/** The link of a listing, its QR code, and its password where the owner wants one. */
export function ShareSheet({ listing, onClose }: { listing: Listing; onClose: () => void }) {
  const say = useWords(shareWords);
  const { callApi } = useServices();
  const showToast = useToast();
  const [asksRenewal, setAsksRenewal] = useState(false);
  const input = { listingId: listing.id };
  const read = useRead('/listing/link', { input });
  const shared = read.data?.shared;
  const renew = useLinkCommand(async () => {
    await callApi('/listing/link/renew', { input });
    setAsksRenewal(false);
    showToast(say(shared ? 'renewed' : 'made'));
  });
  const setPassword = useLinkCommand(async () => {
    await callApi('/listing/link/password', { input: { ...input, isOn: shared?.password ? '0' : '1' } });
  });
  return (
    <Sheet title={say('title')} onClose={onClose}>
      <div className={stackClass}>
        {shared === undefined &&
          (read.isError ? (
            <ReadFailed read={read} />
          ) : (
            <div aria-busy>
              <Skeleton height="320px" />
            </div>
          ))}
        {shared === null && (
          <>
            <p>{say('none')}</p>
            <Button block large busy={renew.isBusy} onClick={() => void renew.run()}>
              {say('make')}
            </Button>
          </>
        )}
        {shared && (
          <>
            <Shared listing={listing} shared={shared} />
            <Checkbox
              label={say('byPassword')}
              note={say('byPasswordHint')}
              checked={shared.password !== null}
              onChange={() => void setPassword.run()}
            />
            {shared.password !== null && <Password number={listing.id} password={shared.password} />}
            <Button look="text" onClick={() => setAsksRenewal(true)}>
              {say('renew')}
            </Button>
          </>
        )}
        <Refusal error={setPassword.error ?? (asksRenewal ? undefined : renew.error)} />
      </div>
      {asksRenewal && (
        <Question
          title={say('renewAsk')}
          cancel={say('keep')}
          confirm={say('renew')}
          busy={renew.isBusy}
          onConfirm={() => void renew.run()}
          onClose={() => setAsksRenewal(false)}
        >
          <p>{say('renewText')}</p>
          {Boolean(shared?.password) && <p>{say('renewPassword')}</p>}
          <Refusal error={renew.error} />
        </Question>
      )}
    </Sheet>
  );
}

function Shared({
  listing: { side, coin, isPrivate },
  shared: { link },
}: {
  listing: Listing;
  shared: OwnListingLink;
}) {
  const say = useWords(shareWords);
  const url = `${globalThis.location.origin}${screenAddress('/transaction', { link })}`;
  const title = say('shareTitle', { what: say(`what.${side}`, { coin }) });
  return (
    <>
      {isPrivate && <p>{say('textPrivate')}</p>}
      <div className={styles.code}>
        <QrPicture text={url} label={say('code')} />
        <p className={styles.note}>{say('scan')}</p>
      </div>
      <p className={styles.link}>{url}</p>
      <div className={styles.actions}>
        {canShare() && <Button onClick={() => void share({ title, url })}>{say('send')}</Button>}
        <CopyButton name={say('linkName')} value={url} text={say('copy')} />
      </div>
    </>
  );
}

/** In fours, as one reads it aloud; the spaces do not matter where it is typed. */
const inFours = (password: string) => password.replaceAll(/(.{4})(?=.)/g, '$1 ');

function Password({ number, password }: { number: string; password: string }) {
  const say = useWords(shareWords);
  return (
    <Facts>
      <Fact name={say('number')}>
        {number} <CopyButton name={say('number')} value={number} />
      </Fact>
      <Fact name={say('password')}>
        {inFours(password)} <CopyButton name={say('password')} value={password} />
      </Fact>
    </Facts>
  );
}
