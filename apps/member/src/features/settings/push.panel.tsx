import { isSafariTooOld } from '@holdfast/contract/rules';
import { Button, Card, Checkbox, EmptyState, Panel, Pill, Question, stackClass } from '@holdfast/ui';
import { useState } from 'react';
import { useAction } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { useRead, useRefresh } from '@holdfast/client/queries';
import type { PushCarrier } from '#platform/push/port.ts';
import { PushText, usePushPromptText } from '#components/push-text.tsx';
import { askForPush } from '#state/notifications/ask-for-push.ts';
import { hidesNewsOf } from '#state/notifications/push-records.ts';
import { turnOffPush } from '#state/notifications/push-registration.ts';
import { useIsPushOff, usePushWishes } from '#state/notifications/use-push-wishes.ts';
import { usePinLock, useServices } from '#state/services.tsx';
import styles from './push.module.css';
import { PushTest } from './push-test.tsx';
import { pushWords } from './push.words.ts';

/** Notifications of this device: whether they are on, on and off, what they may say, and a test that says what is broken. */
export function PushPanel({ onClose }: { onClose: () => void }) {
  const say = useWords(pushWords);
  const { push } = useServices();
  return (
    <Panel title={say('title')} onClose={onClose}>
      {push ? (
        <Possible push={push} />
      ) : (
        <EmptyState title={say('unsupported')} text={say('unsupportedText')} />
      )}
    </Panel>
  );
}

function Possible({ push }: { push: PushCarrier }) {
  const [permission, setPermission] = useState(push.permission);
  const isTurnedOff = useIsPushOff();
  const isOn = permission === 'granted' && !isTurnedOff && !isSafariTooOld(navigator.userAgent);
  return (
    <div className={stackClass}>
      {isOn ? <IsOn push={push} /> : <IsOff push={push} onAnswer={() => setPermission(push.permission())} />}
      {isOn && <WhatIsSaid />}
      {isOn && <PushTest push={push} />}
    </div>
  );
}

function IsOn({ push }: { push: PushCarrier }) {
  const say = useWords(pushWords);
  const [isAsking, setAsking] = useState(false);
  return (
    <Card className={styles.group}>
      <p>
        <Pill tone="free">{say('on')}</Pill>
      </p>
      <p>{say('onText')}</p>
      <p>{say('others')}</p>
      <Button look="quiet" block onClick={() => setAsking(true)}>
        {say('turnOff')}
      </Button>
      {isAsking && <TurnOff push={push} onClose={() => setAsking(false)} />}
    </Card>
  );
}

/** What is lost is said before: order notifications go to one device alone, and perhaps no other is told when somebody signs in. */
function TurnOff({ push, onClose }: { push: PushCarrier; onClose: () => void }) {
  const say = useWords(pushWords);
  const services = useServices();
  const refresh = useRefresh();
  const { data } = useRead('/member/device/push', {});
  const turnOff = useAction(async () => {
    // This device is silent in any case; where the server cannot be told now, the next refresh tells it.
    await turnOffPush({ ...services, push }).catch(() => {});
    refresh('/member/device/push');
    onClose();
  });
  return (
    <Question
      title={say('offAsk')}
      cancel={say('offCancel')}
      confirm={say('turnOff')}
      isUnwise
      busy={turnOff.isBusy}
      onConfirm={() => void turnOff.run()}
      onClose={onClose}
    >
      <p>{say('offOrders')}</p>
      {data && <p>{data.others === 0 ? say('offNobody') : say('offOthers', { count: data.others })}</p>}
    </Question>
  );
}

/** Only a tap may ask a browser for the permission. Once refused it asks nobody any more, and the text says where to allow it. */
function IsOff({ push, onAnswer }: { push: PushCarrier; onAnswer: () => void }) {
  const say = useWords(pushWords);
  const services = useServices();
  const wishes = usePushWishes();
  const kind = usePushPromptText();
  const isTurnedOff = useIsPushOff() && push.permission() === 'granted';
  const ask = useAction(async () => {
    await askForPush({ ...services, push }, wishes, navigator.userAgent);
    onAnswer();
  });
  return (
    <Card className={styles.group}>
      <p>
        <Pill tone="held">{say(isTurnedOff ? 'turnedOff' : 'off')}</Pill>
      </p>
      {isTurnedOff ? <p>{say('turnedOffText')}</p> : <PushText kind={kind} />}
      {kind !== 'home-screen' && (
        <Button block busy={ask.isBusy} onClick={() => void ask.run()}>
          {say('turnOn')}
        </Button>
      )}
    </Card>
  );
}

/** While a PIN is set a notification never says what happened: whoever wants that has the app open. */
function WhatIsSaid() {
  const say = useWords(pushWords);
  const { shared } = useServices();
  const { isPrivate } = usePushWishes();
  const isByPin = usePinLock().phase !== 'off';
  return (
    <Card className={styles.group}>
      <Checkbox
        label={say('hides')}
        note={say(isByPin ? 'hidesByPin' : 'hidesText')}
        checked={isPrivate}
        disabled={isByPin}
        onChange={(event) => hidesNewsOf(shared).write(event.target.checked)}
      />
    </Card>
  );
}
