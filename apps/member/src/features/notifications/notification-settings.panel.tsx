import { isLockedGroup, NOTICE_GROUPS, type MutableGroup } from '@holdfast/contract/notifications';
import { Card, Checkbox, Panel, Skeleton, stackClass } from '@holdfast/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { readQuery, useRead, useRefresh } from '@holdfast/client/queries';
import { ReadFailed } from '#components/read-failed.tsx';
import { Refusal } from '#components/refusal.tsx';
import { useServices } from '#state/services.tsx';
import { notificationsWords } from './notifications.words.ts';

/** Which messages interrupt the member. The server keeps it: it holds on every device, and for pushes. */
export function NotificationSettingsPanel({ onClose }: { onClose: () => void }) {
  const say = useWords(notificationsWords);
  const read = useRead('/member/notification/preferences', {});
  return (
    <Panel title={say('settings')} onClose={onClose}>
      {read.data ? (
        <Groups muted={read.data.muted} />
      ) : read.isError ? (
        <ReadFailed read={read} />
      ) : (
        <Card aria-busy className={stackClass}>
          <Skeleton height="2.8em" />
          {NOTICE_GROUPS.map((group) => (
            <Skeleton key={group} width="70%" height="3.6em" />
          ))}
        </Card>
      )}
    </Panel>
  );
}

function Groups({ muted }: { muted: readonly MutableGroup[] }) {
  const say = useWords(notificationsWords);
  const { callApi } = useServices();
  const queries = useQueryClient();
  const refresh = useRefresh();
  /** The box that was ticked last: it keeps its focus while the server is asked. */
  const [ticked, setTicked] = useState<MutableGroup>();
  const change = useAction(
    async (next: readonly MutableGroup[]) => {
      try {
        await callApi('/member/notification/preferences/set', { input: { muted: [...next] } });
        // Into the read and not beside it: a newer read, with what was set on another device, takes its place.
        const { queryKey } = readQuery(callApi, '/member/notification/preferences', {});
        queries.setQueryData(queryKey, { muted: [...next] });
      } finally {
        refresh('/member/notification/preferences', '/member/notification/list');
      }
    },
    { shows: ['RATE_LIMITED'] },
  );
  const tick = (group: MutableGroup, isOn: boolean) => {
    setTicked(group);
    void change.run(isOn ? muted.filter((one) => one !== group) : [...muted, group]);
  };
  return (
    <Card className={stackClass}>
      <p>{say('settingsText')}</p>
      {NOTICE_GROUPS.map((group) =>
        isLockedGroup(group) ? (
          <Checkbox key={group} label={say(`show-${group}`)} note={say(`locked-${group}`)} checked disabled />
        ) : (
          <Checkbox
            key={group}
            label={say(`show-${group}`)}
            note={say(`group-${group}`)}
            checked={!muted.includes(group)}
            disabled={change.isBusy && group !== ticked}
            onChange={({ target: { checked } }) => tick(group, checked)}
          />
        ),
      )}
      <Refusal error={change.error} />
    </Card>
  );
}
