import { Button, TopBar } from '@holdfast/ui';
import { useState } from 'react';
import { useWords } from '@holdfast/client/i18n';
import { useServerStatus, useServices } from '#state/services.tsx';
import { bannerOf, DISMISSED_KEY } from '#state/status/status.rules.ts';
import styles from './update-bar.module.css';
import { frameWords } from './frame.words.ts';
import { useCalmReload } from './use-update.ts';

/** Says that a new build is ready, and when this tab takes it; nobody has to do anything. Silent where the server already tells of its version. */
export function UpdateBar({ isNew }: { isNew: boolean }) {
  const say = useWords(frameWords);
  const { status, shared } = useServices();
  const told = useServerStatus();
  const [isHidden, setIsHidden] = useState(false);
  useCalmReload(isNew);
  const isTold =
    bannerOf(status.version, told, shared.getItem(DISMISSED_KEY) ?? undefined) === 'newer-version';
  return (
    <TopBar>
      {isNew && !isHidden && !isTold && (
        <div className={styles.bar}>
          <p>{say('newBuild')}</p>
          <span className={styles.acts}>
            <Button look="text" onClick={() => globalThis.location.reload()}>
              {say('updateNow')}
            </Button>
            <Button look="text" onClick={() => setIsHidden(true)}>
              {say('hide')}
            </Button>
          </span>
        </div>
      )}
    </TopBar>
  );
}
