import type { CallInput } from '@holdfast/contract/calls';
import { useWords } from '@holdfast/client/i18n';
import { useClient } from '@holdfast/client/services';
import { Notice } from '@holdfast/ui';
import { ReasonDialog } from '#components/reason-dialog.tsx';
import { memberWords } from './members.words.ts';

export type RevealedField = CallInput<'/operator/member/reveal/{account}'>['field'];

const NAMES = { mobile: 'mobile', mail: 'mail', realName: 'name' } as const;

/** Asks why, then shows the value. It lives as long as the page alone. */
export function RevealSheet({
  account,
  field,
  onShown,
  onClose,
}: {
  account: string;
  field: RevealedField;
  onShown: (value: string) => void;
  onClose: () => void;
}) {
  const say = useWords(memberWords);
  const { callApi } = useClient();
  return (
    <ReasonDialog
      title={say('revealTitle', { what: say(NAMES[field]) })}
      confirm={say('reveal')}
      draft={`why ${field} of ${account}`}
      onClose={onClose}
      onConfirm={async (reason) => {
        const { value } = await callApi('/operator/member/reveal/{account}', {
          params: { account },
          input: { field, reason },
        });
        onShown(value);
      }}
    >
      <Notice tone="neutral">{say('revealNote')}</Notice>
    </ReasonDialog>
  );
}
