import type { ErrorName } from '@holdfast/contract/errors';
import { useWords } from '@holdfast/client/i18n';
import { useClient } from '@holdfast/client/services';
import { Notice } from '@holdfast/ui';
import { ReasonDialog } from '#components/reason-dialog.tsx';
import { useToast } from '#components/toast.tsx';
import { deliveriesWords } from './deliveries.words.ts';

export interface LetterAct {
  readonly kind: 'retry' | 'giveUp';
  readonly letter: { readonly id: string; readonly nick: string };
}

const SHOWN: readonly ErrorName[] = [
  'DEAD_LETTER_NOT_FOUND',
  'PARAMETERS_INVALID',
  'ROLE_NOT_ALLOWED',
  'RATE_LIMITED',
];
const PATHS = { retry: '/operator/dead-letter/retry', giveUp: '/operator/dead-letter/give-up' } as const;

/** Another try, or none: with a reason, which the audit log keeps. */
export function LetterSheet({ act: { kind, letter }, onClose }: { act: LetterAct; onClose: () => void }) {
  const say = useWords(deliveriesWords);
  const { callApi } = useClient();
  const tell = useToast();
  return (
    <ReasonDialog
      title={say(kind)}
      whom={letter.nick}
      confirm={say(kind)}
      isDangerous={kind === 'giveUp'}
      draft={`dead letter ${letter.id}`}
      touches={['/operator/dead-letter/list', '/operator/delivery/read']}
      shows={SHOWN}
      onClose={onClose}
      onConfirm={async (reason) => {
        await callApi(PATHS[kind], { input: { id: letter.id, reason } });
        tell(say(kind === 'retry' ? 'retried' : 'givenUp'));
      }}
    >
      <Notice tone="neutral">{say(kind === 'retry' ? 'retryWhat' : 'giveUpWhat')}</Notice>
    </ReasonDialog>
  );
}
