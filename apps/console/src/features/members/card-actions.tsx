import type { ErrorName } from '@holdfast/contract/errors';
import type { CallOutput } from '@holdfast/contract/calls';
import { useWords } from '@holdfast/client/i18n';
import { useClient } from '@holdfast/client/services';
import { Button, buttonClass, Checkbox, Notice } from '@holdfast/ui';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import styles from '#components/components.module.css';
import { ReasonDialog } from '#components/reason-dialog.tsx';
import { useToast } from '#components/toast.tsx';
import { useMay } from '#state/services.tsx';
import { AddPayAccountSheet } from './add-pay-account.tsx';
import { memberWords } from './members.words.ts';
import { NoteSheet } from './note-sheet.tsx';
import { MEMBER_READS } from './touched.ts';

type Card = CallOutput<'/operator/member/detail/{account}'>['cards'][number];

const SHOWN: readonly ErrorName[] = [
  'NOTHING_CHANGES',
  'MEMBER_NOT_FOUND',
  'REAL_NAME_REQUIRED',
  'BANK_CARD_NOT_FOUND',
  'BANK_CARD_IN_USE',
  'ROLE_NOT_ALLOWED',
  'RATE_LIMITED',
];

/** What a reviewer does with the cards of one member: the approved name onto them, or away with them. */
export function CardActions({ account, cards }: { account: string; cards: readonly Card[] }) {
  const say = useWords(memberWords);
  const may = useMay();
  const [sheet, setSheet] = useState<'names' | 'unbind' | 'addPay' | 'unbindPay'>();
  const close = () => setSheet(undefined);
  if (!may('reviews.decide')) return null;
  return (
    <div className={styles.actions}>
      {cards.length > 0 && (
        <>
          <Button look="quiet" onClick={() => setSheet('names')}>
            {say('updateNames')}
          </Button>
          <Button look="quiet" onClick={() => setSheet('unbind')}>
            {say('unbind')}
          </Button>
        </>
      )}
      <Link to="/pay-accounts" search={{ account }} className={buttonClass({ look: 'quiet' })}>
        {say('payAccounts')}
      </Link>
      <Button look="quiet" onClick={() => setSheet('addPay')}>
        {say('addPay')}
      </Button>
      <Button look="quiet" onClick={() => setSheet('unbindPay')}>
        {say('unbindPay')}
      </Button>
      {sheet === 'names' && <NamesSheet account={account} onClose={close} />}
      {sheet === 'unbind' && <UnbindSheet account={account} cards={cards} onClose={close} />}
      {sheet === 'addPay' && <AddPayAccountSheet account={account} onClose={close} />}
      {sheet === 'unbindPay' && <UnbindPaySheet account={account} onClose={close} />}
    </div>
  );
}

function NamesSheet({ account, onClose }: { account: string; onClose: () => void }) {
  const say = useWords(memberWords);
  const { callApi } = useClient();
  return (
    <NoteSheet
      account={account}
      title={say('updateNames')}
      confirm={say('confirm')}
      note={say('updateNamesNote')}
      shows={SHOWN}
      onClose={onClose}
      act={async (reason) => {
        const { changed } = await callApi('/member/bank/force-update-username', {
          input: { account, reason },
        });
        return changed === 0 ? say('namesSame') : say('namesUpdated', { count: changed });
      }}
    />
  );
}

function UnbindSheet({
  account,
  cards,
  onClose,
}: {
  account: string;
  cards: readonly Card[];
  onClose: () => void;
}) {
  const say = useWords(memberWords);
  const { callApi } = useClient();
  const tell = useToast();
  const [chosen, setChosen] = useState<readonly string[]>(cards.map(({ id }) => id));
  return (
    <ReasonDialog
      title={say('unbind')}
      draft={`why unbind of ${account}`}
      whom={account}
      confirm={say('unbindCount', { count: chosen.length })}
      isDangerous
      shows={SHOWN}
      touches={MEMBER_READS}
      onClose={onClose}
      onConfirm={async (reason) => {
        const { removed } = await callApi('/api/v1/members/unbind-bank-cards/{account}', {
          params: { account },
          input: { cardIds: [...chosen], reason },
        });
        tell(say('unbound', { count: removed }));
      }}
    >
      <Notice tone="neutral">{say('unbindNote')}</Notice>
      {cards.map(({ id, bankCode, accountMasked }) => (
        <Checkbox
          key={id}
          label={`${bankCode} ${accountMasked}`}
          checked={chosen.includes(id)}
          onChange={(event) =>
            setChosen(event.target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
          }
        />
      ))}
    </ReasonDialog>
  );
}

function UnbindPaySheet({ account, onClose }: { account: string; onClose: () => void }) {
  const say = useWords(memberWords);
  const { callApi } = useClient();
  return (
    <NoteSheet
      account={account}
      title={say('unbindPay')}
      note={say('unbindPayNote')}
      isDangerous
      shows={SHOWN}
      onClose={onClose}
      act={async (reason) => {
        const { removed } = await callApi('/api/v1/members/unbind-3rd-payments/{account}', {
          params: { account },
          input: { reason },
        });
        return say('unboundPay', { count: removed });
      }}
    />
  );
}
