import { Overlay } from '@holdfast/ui';
import { useWords } from '@holdfast/client/i18n';
import { useServices } from '#state/services.tsx';
import { introSeenOf } from '#state/device-records.ts';
import { promptsWords } from './prompts.words.ts';
import styles from './intro-video.module.css';

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

/**
 * A video over everything else, with its close icon in the corner. It plays by itself, without a sound; for somebody who wants less motion
 * it shows its first frame and waits to be started.
 */
export function IntroVideo({ address }: { address: string }) {
  const say = useWords(promptsWords);
  const { notices, shared } = useServices();
  const leave = () => notices.change(() => ({ introVideo: undefined }));
  const close = () => {
    introSeenOf(shared).write(address);
    leave();
  };
  const waits = globalThis.matchMedia?.(REDUCED_MOTION).matches ?? true;
  return (
    <Overlay title={say('introTitle')} onClose={close}>
      {/* A video that cannot be loaded is shown another time, instead of an empty box now. */}
      <video
        className={styles.video}
        src={address}
        aria-label={say('introTitle')}
        autoPlay={!waits}
        muted
        controls
        playsInline
        preload="metadata"
        onError={leave}
      />
    </Overlay>
  );
}
