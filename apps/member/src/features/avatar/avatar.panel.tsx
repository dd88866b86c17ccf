import { UPLOAD_RULES } from '@holdfast/contract/rules';
import { AppError } from '@holdfast/kernel';
import { Button, Panel } from '@holdfast/ui';
import { useAction } from '@holdfast/client/calls';
import { openPicture, useUpload, writePicture, type UploadHandle } from '@holdfast/client/files';
import { useWords } from '@holdfast/client/i18n';
import { useEffect, useState } from 'react';
import { useServices } from '#state/services.tsx';
import { FileButton } from '#components/file-button.tsx';
import { OwnAvatar, useAvatarFile } from '#components/own-avatar.tsx';
import { Refusal } from '#components/refusal.tsx';
import { useToast } from '#components/toast.tsx';
import styles from './avatar.module.css';
import { avatarWords } from './avatar.words.ts';
import { squareOf, WHOLE, type View } from './crop.rules.ts';
import { Crop } from './crop.tsx';

const SIDE = UPLOAD_RULES.avatar.sidePixels;

/** The member's own picture: chosen, cut to a square and drawn anew on the device, then uploaded. */
export function AvatarPanel({ onClose }: { onClose: () => void }) {
  const say = useWords(avatarWords);
  const toast = useToast();
  const { callApi } = useServices();
  const { fileId, write } = useAvatarFile();
  const chosen = useChosenPicture();
  const [view, setView] = useState<View>(WHOLE);
  const save = async (uploaded: string) => {
    await callApi('/member/avatar/set', { input: { fileId: uploaded } });
    write(uploaded);
    toast(say('saved'));
    onClose();
  };
  const upload = useUpload('avatar', save);
  const remove = useAction(async () => {
    await callApi('/member/avatar/set', { input: {} });
    write('');
    toast(say('removed'));
  });
  const { picture } = chosen;
  const choose = (file: File) => {
    upload.cancel();
    setView(WHOLE);
    void chosen.open(file);
  };
  return (
    <Panel title={say('title')} onClose={onClose}>
      <div className={styles.column}>
        {picture ? (
          <Crop picture={picture} view={view} onChange={setView} />
        ) : (
          <span className={styles.now}>
            <OwnAvatar large />
          </span>
        )}
        <p className={styles.about}>{say('about')}</p>
        <Refusal error={chosen.error ?? (upload.view.phase === 'failed' ? upload.view.error : undefined)} />
        {upload.view.phase === 'sending' ? (
          <Sending upload={upload} share={upload.view.share} />
        ) : (
          <div className={styles.actions}>
            {picture && (
              <Button
                block
                onClick={() => void upload.start(() => writePicture(picture, squareOf(view, picture), SIDE))}
              >
                {say(upload.view.phase === 'failed' ? 'retry' : 'use')}
              </Button>
            )}
            <FileButton
              look={picture ? 'quiet' : 'primary'}
              label={say(picture ? 'chooseOther' : 'choose')}
              onFile={choose}
            />
            {fileId !== '' && !picture && (
              <Button look="text" block busy={remove.isBusy} onClick={() => void remove.run()}>
                {say('remove')}
              </Button>
            )}
          </div>
        )}
      </div>
    </Panel>
  );
}

/** How much has arrived, and the way out. At the whole the server writes the picture anew. */
function Sending({ upload, share }: { upload: UploadHandle; share: number }) {
  const say = useWords(avatarWords);
  const percent = String(Math.floor(share * 100));
  const text = share === 1 ? say('checking') : say('sending', { percent });
  return (
    <div className={styles.actions} role="status">
      <p>{text}</p>
      <progress className={styles.progress} max={1} value={share} aria-label={text} />
      <Button look="quiet" block onClick={upload.cancel}>
        {say('cancel')}
      </Button>
    </div>
  );
}

/** The picture that is being cut. Its pixels are given back when another one comes and when the panel closes. */
function useChosenPicture() {
  const [state, setState] = useState<{ picture?: ImageBitmap; error?: AppError }>({});
  const { picture } = state;
  useEffect(() => () => picture?.close(), [picture]);
  return {
    ...state,
    open: async (file: File) => {
      try {
        setState({ picture: await openPicture(file) });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        setState({ error });
      }
    },
  };
}
