import { Overlay } from '@holdfast/ui';
import { useWords } from '@holdfast/client/i18n';
import { useServices } from '#state/services.tsx';
import { introSeenOf } from '#state/device-records.ts';
import { promptsWords } from './prompts.words.ts';
import styles from './intro-video.module.css';

/** A film over everything else, with its close icon in the corner. It waits to be started: nothing here moves by itself. */
export function IntroVideo({ address }: { address: string }) {
  const say = useWords(promptsWords);
  const { notices, shared } = useServices();
  const leave = () => notices.change(() => ({ introVideo: undefined }));
  const close = () => {
    introSeenOf(shared).write(address);
    leave();
  };
  return (
    <Overlay title={say('introTitle')} onClose={close}>
      {/* A film that cannot be had is shown another time, instead of a black picture now. */}
      <video className={styles.video} src={address} controls playsInline preload="metadata" onError={leave} />
    </Overlay>
  );
}
