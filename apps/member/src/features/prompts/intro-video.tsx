import { BrandMark, Overlay } from '@holdfast/ui';
import { useWords } from '@holdfast/client/i18n';
import { useEffect, useState } from 'react';
import { useServices } from '#state/services.tsx';
import { introSeenOf } from '#state/member-records.ts';
import { promptsWords } from './prompts.words.ts';
import styles from './intro-video.module.css';

/**
 * A video over everything else, with its close icon in the corner. It waits behind a cover until somebody starts it: nothing moves by
 * itself, and nothing is downloaded while the screen beneath loads.
 */
export function IntroVideo({ address }: { address: string }) {
  const say = useWords(promptsWords);
  const { inbox, notices, shared, tab } = useServices();
  useEffect(() => introSeenOf(tab).write(address), [tab, address]);
  const [isStarted, setStarted] = useState(false);
  const leave = () => notices.change(() => ({ introVideo: undefined }));
  const close = () => {
    introSeenOf(shared).write(address);
    inbox.film.close();
    leave();
  };
  return (
    <Overlay title={say('introTitle')} onClose={close}>
      {isStarted ? (
        <video
          className={styles.video}
          src={address}
          aria-label={say('introTitle')}
          autoPlay
          controls
          playsInline
          data-autofocus
          onError={leave} // shown another time, instead of an empty box now
        />
      ) : (
        <button type="button" className={styles.cover} onClick={() => setStarted(true)}>
          <BrandMark size={64} />
          <span className={styles.about}>{say('introAbout')}</span>
          <span className={styles.play}>{say('introPlay')}</span>
        </button>
      )}
    </Overlay>
  );
}
