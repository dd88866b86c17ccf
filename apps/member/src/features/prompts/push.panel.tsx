import { isSafariTooOld } from '@holdfast/contract/rules';
import { Button, Card, Checkbox, EmptyState, Panel, Pill, stackClass } from '@holdfast/ui';
import { useState } from 'react';
import { useAction } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import type { PushCarrier } from '#platform/push/port.ts';
import { PushText, usePushPromptText } from '#components/push-text.tsx';
import { askForPush } from '#state/notifications/ask-for-push.ts';
import { hidesNewsOf, usePushWishes } from '#state/notifications/use-push-wishes.ts';
import { usePinLock, useServices } from '#state/services.tsx';
import styles from './push.module.css';
import { PushTest } from './push-test.tsx';
import { pushWords } from './push.words.ts';

/** Notifications of this device: whether they are on, what they may say, and a test that says what is broken. */
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
  const isOn = permission === 'granted' && !isSafariTooOld(navigator.userAgent);
  return (
    <div className={stackClass}>
      {isOn ? <IsOn /> : <IsOff push={push} onAnswer={() => setPermission(push.permission())} />}
      {isOn && <WhatIsSaid />}
      {isOn && <PushTest push={push} />}
    </div>
  );
}

function IsOn() {
  const say = useWords(pushWords);
  return (
    <Card className={styles.group}>
      <p>
        <Pill tone="free">{say('on')}</Pill>
      </p>
      <p>{say('onText')}</p>
    </Card>
  );
}

/** Only a tap may ask a browser for the permission. Once refused it asks nobody any more, and the text says where to allow it. */
function IsOff({ push, onAnswer }: { push: PushCarrier; onAnswer: () => void }) {
  const say = useWords(pushWords);
  const services = useServices();
  const wishes = usePushWishes();
  const kind = usePushPromptText();
  const ask = useAction(async () => {
    await askForPush({ ...services, push }, wishes, navigator.userAgent);
    onAnswer();
  });
  return (
    <Card className={styles.group}>
      <p>
        <Pill tone="held">{say('off')}</Pill>
      </p>
      <PushText kind={kind} />
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
