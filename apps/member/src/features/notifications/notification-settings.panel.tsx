import { isLockedGroup, NOTICE_GROUPS, type MutableGroup } from '@holdfast/contract/notifications';
import { Card, Checkbox, Panel, Skeleton, stackClass } from '@holdfast/ui';
import { useState } from 'react';
import { useAction } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { useRead, useRefresh } from '@holdfast/client/queries';
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
  const refresh = useRefresh();
  // As it was set here, until the read has caught up.
  const [set, setSet] = useState<readonly MutableGroup[]>();
  const shown = set ?? muted;
  const change = useAction(
    async (next: readonly MutableGroup[]) => {
      await callApi('/member/notification/preferences/set', { input: { muted: [...next] } });
      setSet(next);
      refresh('/member/notification/preferences', '/member/notification/list');
    },
    { shows: ['RATE_LIMITED'] },
  );
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
            checked={!shown.includes(group)}
            disabled={change.isBusy}
            onChange={({ target: { checked } }) =>
              void change.run(checked ? shown.filter((one) => one !== group) : [...shown, group])
            }
          />
        ),
      )}
      <Refusal error={change.error} />
    </Card>
  );
}
