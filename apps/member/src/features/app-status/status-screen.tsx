import { BrandMark, Button, buttonClass } from '@holdfast/ui';
import { dayAndTime, inLanguage, useTypeset, useWords } from '@holdfast/client/i18n';
import { useAction } from '@holdfast/client/calls';
import { renewApp } from '#platform/worker/renew.ts';
import { useServerStatus, useServices, useSettings } from '#state/services.tsx';
import { useZoned } from '#components/zone-note.tsx';
import { appStatusWords } from './app-status.words.ts';
import styles from './status.module.css';

/** In place of every screen while none can work: the app is too old, or the server is maintained. */
export function StatusScreen({ gate }: { gate: 'too-old' | 'maintenance' }) {
  return (
    <main>
      <div className={styles.screen} role="alert">
        <BrandMark size={52} />
        {gate === 'maintenance' ? <Maintained /> : <TooOld />}
      </div>
    </main>
  );
}

function Maintained() {
  const say = useWords(appStatusWords);
  const { status, serverNow } = useServices();
  const { language } = useSettings();
  const zoned = useZoned();
  const check = useAction(status.refresh);
  const typeset = useTypeset();
  const told = useServerStatus();
  const until = told?.maintenanceUntil ?? undefined;
  const message = told?.maintenanceMessage;
  return (
    <>
      <h1 className={styles.title}>{say('maintenance')}</h1>
      {until !== undefined && (
        <p className={styles.text}>
          {say('maintenanceText', { time: zoned(dayAndTime(until, serverNow(), language)) })}
        </p>
      )}
      {message && <p className={styles.text}>{typeset(inLanguage(message, language))}</p>}
      <Button look="quiet" busy={check.isBusy} onClick={() => void check.run()}>
        {say('checkNow')}
      </Button>
    </>
  );
}

function TooOld() {
  const say = useWords(appStatusWords);
  const { status } = useServices();
  const renew = useAction(renewApp);
  const told = useServerStatus();
  return (
    <>
      <h1 className={styles.title}>{say('tooOld')}</h1>
      <p className={styles.text}>
        {say('tooOldText', { version: status.version, newest: told?.newestVersion ?? '' })}
      </p>
      {told?.storeUrl ? (
        <a className={buttonClass({ look: 'primary' })} href={told.storeUrl} rel="noreferrer">
          {say('toStore')}
        </a>
      ) : (
        <Button busy={renew.isBusy} onClick={() => void renew.run()}>
          {say('reload')}
        </Button>
      )}
    </>
  );
}
