import { Button, cx } from '@holdfast/ui';
import { useState } from 'react';
import { dayAndTime, inLanguage, useTypeset, useWords } from '@holdfast/client/i18n';
import { useServerStatus, useServices, useSettings } from '#state/services.tsx';
import { bannerOf, DISMISSED_KEY } from '#state/status/status.rules.ts';
import { useZoned } from '#components/zone-note.tsx';
import { appStatusWords } from './app-status.words.ts';
import styles from './status.module.css';

/** One line above the screens: a maintenance to come, or a newer version, which can be put off. */
export function StatusBanner() {
  const say = useWords(appStatusWords);
  const { status, shared, serverNow } = useServices();
  const { language } = useSettings();
  const zoned = useZoned();
  const typeset = useTypeset();
  const told = useServerStatus();
  const [dismissed, setDismissed] = useState(() => shared.getItem(DISMISSED_KEY) ?? undefined);
  const banner = bannerOf(status.version, told, dismissed);
  if (!told || banner === undefined) return null;
  const planned = told.maintenancePlanned;
  if (banner === 'maintenance-planned' && planned) {
    const [from, until] = [planned.from, planned.until].map((at) => dayAndTime(at, serverNow(), language));
    return (
      <p className={styles.banner} role="status">
        <span>{say('planned', { from: zoned(from ?? ''), until: until ?? '' })}</span>
        {told.maintenanceMessage && <span>{typeset(inLanguage(told.maintenanceMessage, language))}</span>}
      </p>
    );
  }
  const putOff = () => {
    shared.setItem(DISMISSED_KEY, told.newestVersion);
    setDismissed(told.newestVersion);
  };
  return (
    <div className={cx(styles.banner, styles.news)} role="status">
      {say('newer', { version: told.newestVersion })}
      <Button look="text" onClick={() => globalThis.location.reload()}>
        {say('reload')}
      </Button>
      <Button look="text" onClick={putOff}>
        {say('later')}
      </Button>
    </div>
  );
}
