import type { CallOutput } from '@holdfast/contract/calls';
import { exactTime, useLanguage, useWords } from '@holdfast/client/i18n';
import { useClient } from '@holdfast/client/services';
import { Button, Fact, Notice } from '@holdfast/ui';
import { useState } from 'react';
import { ReasonDialog } from '#components/reason-dialog.tsx';
import { useToast } from '#components/toast.tsx';
import { useMay } from '#state/services.tsx';
import { cancelsWords } from './cancels.words.ts';
import { MEMBER_READS } from './touched.ts';

type Cancels = CallOutput<'/operator/member/detail/{account}'>['trading']['cancels'];

/** What the member has cancelled today by own fault, and until when no orders can be placed for it. */
export function CancelFacts({ cancels }: { cancels: Cancels }) {
  const say = useWords(cancelsWords);
  const language = useLanguage();
  const { used, max, afterPaidUsed, afterPaidMax, blockedUntil } = cancels;
  return (
    <>
      <Fact name={say('cancels')}>{say('cancelsOf', { used, max, afterPaidUsed, afterPaidMax })}</Fact>
      {blockedUntil !== null && <Fact name={say('blocked')}>{exactTime(blockedUntil, language)}</Fact>}
    </>
  );
}

/** Clearing them, for whoever resolves orders. */
export function ClearCancels({ account, cancels }: { account: string; cancels: Cancels }) {
  const say = useWords(cancelsWords);
  const may = useMay();
  const { callApi } = useClient();
  const tell = useToast();
  const [isOpen, setOpen] = useState(false);
  const isNothing = cancels.used === 0 && cancels.afterPaidUsed === 0 && cancels.blockedUntil === null;
  if (!may('members.cancels') || isNothing) return null;
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {say('clear')}
      </Button>
      {isOpen && (
        <ReasonDialog
          title={say('clear')}
          whom={account}
          confirm={say('confirm')}
          draft={`clear-cancels ${account}`}
          touches={MEMBER_READS}
          onClose={() => setOpen(false)}
          onConfirm={async (reason) => {
            await callApi('/api/clear-cancel-record', { input: { account, reason } });
            tell(say('cleared'));
          }}
        >
          <Notice tone="neutral">{say('note')}</Notice>
        </ReasonDialog>
      )}
    </>
  );
}
