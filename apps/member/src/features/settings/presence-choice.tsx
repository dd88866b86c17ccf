import { Checkbox } from '@holdfast/ui';
import { useState } from 'react';
import { useAction } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { useRead, useRefresh } from '@holdfast/client/queries';
import { Refusal } from '#components/refusal.tsx';
import { useServices } from '#state/services.tsx';
import { settingsWords } from './settings.words.ts';

/** Whether others are told when the member was here. The server keeps it: it holds on every device. */
export function PresenceChoice() {
  const say = useWords(settingsWords);
  const { callApi } = useServices();
  const refresh = useRefresh();
  const { data, isError } = useRead('/member/presence', {});
  // As the server has answered, until the read has caught up.
  const [answered, setAnswered] = useState<boolean>();
  const change = useAction(
    async (isShown: boolean) => {
      const set = await callApi('/member/presence/set', { input: { shown: isShown ? '1' : '0' } });
      setAnswered(set.isShown);
      refresh('/member/presence');
    },
    { shows: ['RATE_LIMITED'] },
  );
  if (!data && isError) return null;
  return (
    <>
      <Checkbox
        label={say('presence')}
        note={say('presenceText')}
        checked={answered ?? data?.isShown ?? false}
        disabled={!data || change.isBusy}
        onChange={(event) => void change.run(event.target.checked)}
      />
      <Refusal error={change.error} />
    </>
  );
}
