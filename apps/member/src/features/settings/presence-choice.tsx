import { Checkbox } from '@holdfast/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useAction } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { readQuery, useRead, useRefresh } from '@holdfast/client/queries';
import { Refusal } from '#components/refusal.tsx';
import { useServices } from '#state/services.tsx';
import { settingsWords } from './settings.words.ts';

/** Whether others are told when the member was here. The server keeps it: it holds on every device. */
export function PresenceChoice() {
  const say = useWords(settingsWords);
  const { callApi } = useServices();
  const queries = useQueryClient();
  const refresh = useRefresh();
  const { data, isError } = useRead('/member/presence', {});
  const change = useAction(
    async (isShown: boolean) => {
      try {
        const set = await callApi('/member/presence/set', { input: { shown: isShown ? '1' : '0' } });
        // Into the read and not beside it: a newer one, with what was set on another device, takes its place.
        queries.setQueryData(readQuery(callApi, '/member/presence', {}).queryKey, set);
      } finally {
        refresh('/member/presence');
      }
    },
    { shows: ['RATE_LIMITED'] },
  );
  if (!data && isError) return null;
  return (
    <>
      <Checkbox
        label={say('presence')}
        note={say('presenceText')}
        checked={data?.isShown ?? false}
        disabled={!data}
        onChange={(event) => void change.run(event.target.checked)}
      />
      <Refusal error={change.error} />
    </>
  );
}
