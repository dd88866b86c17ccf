import type { CallOutput } from '@holdfast/contract/calls';
import { Button, Card, ListRow, Panel, Pill, Question, RowList, Skeleton, stackClass } from '@holdfast/ui';
import { useState } from 'react';
import { useRead, useRefresh } from '@holdfast/client/queries';
import { useAction } from '@holdfast/client/calls';
import { dayAndTime, useWords } from '@holdfast/client/i18n';
import { useServices, useSettings } from '#state/services.tsx';
import { placeText } from '#components/place-text.ts';
import { ReadFailed } from '#components/read-failed.tsx';
import { Refusal } from '#components/refusal.tsx';
import { useToast } from '#components/toast.tsx';
import { ZoneNote } from '#components/zone-note.tsx';
import styles from './security.module.css';
import { securityWords } from './security.words.ts';

type Device = CallOutput<'/member/security/devices'>['devices'][number];

/** The installs a member has signed in on; any but this one can be removed. */
export function DevicesPanel({ onClose }: { onClose: () => void }) {
  const say = useWords(securityWords);
  const [leaving, setLeaving] = useState<Device>();
  return (
    <Panel title={say('devices')} onClose={onClose}>
      <div className={stackClass}>
        <p className={styles.intro}>{say('devicesIntro')}</p>
        <Devices onRemove={setLeaving} />
        <ZoneNote isCentered />
      </div>
      {leaving && <Removal device={leaving} onDone={() => setLeaving(undefined)} />}
    </Panel>
  );
}

function Devices({ onRemove }: { onRemove: (device: Device) => void }) {
  const say = useWords(securityWords);
  const { language } = useSettings();
  const { serverNow } = useServices();
  const read = useRead('/member/security/devices', {});
  const { data, isError } = read;
  if (isError && !data) return <ReadFailed read={read} />;
  if (!data)
    return (
      <Card flush aria-busy>
        <ListRow title={<Skeleton width="40%" />} note={<Skeleton width="70%" />} />
      </Card>
    );
  return (
    <Card flush>
      <RowList label={say('devices')}>
        {data.devices.map((device) => (
          <li key={device.id}>
            <ListRow
              title={device.name}
              note={say('lastSeen', {
                place: placeText(device, language),
                time: dayAndTime(device.lastSeenAt, serverNow(), language),
              })}
              end={
                device.isCurrent ? (
                  <Pill tone="free">{say('thisDevice')}</Pill>
                ) : (
                  <Button
                    look="text"
                    aria-label={`${say('remove')} ${device.name}`}
                    onClick={() => onRemove(device)}
                  >
                    {say('remove')}
                  </Button>
                )
              }
            />
          </li>
        ))}
      </RowList>
    </Card>
  );
}

function Removal({ device, onDone }: { device: Device; onDone: () => void }) {
  const say = useWords(securityWords);
  const { callApi } = useServices();
  const refresh = useRefresh();
  const showToast = useToast();
  const remove = useAction(
    async () => {
      await callApi('/member/security/device-revoke', { input: { id: device.id } });
      refresh('/member/security/devices');
      showToast(say('removed'));
      onDone();
    },
    { shows: ['DEVICE_NOT_FOUND'] },
  );
  return (
    <Question
      title={say('removeAsk')}
      cancel={say('cancel')}
      confirm={say('remove')}
      busy={remove.isBusy}
      onConfirm={() => void remove.run()}
      onClose={onDone}
    >
      <p>{say('removeText', { name: device.name })}</p>
      <Refusal error={remove.error} />
    </Question>
  );
}
