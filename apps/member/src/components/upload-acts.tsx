import type { UploadHandle } from '@holdfast/client/files';
import { useWords } from '@holdfast/client/i18n';
import { Button } from '@holdfast/ui';
import type { ReactNode } from 'react';
import styles from './upload-acts.module.css';
import { uploadActsWords } from './upload-acts.words.ts';

/** What can be done about a picture: while it is sent, how far it is and the way out; else `children`, the ways to choose one. */
export function UploadActs({ upload, children }: { upload: UploadHandle; children: ReactNode }) {
  const say = useWords(uploadActsWords);
  const { view } = upload;
  if (view.phase !== 'sending')
    return (
      <div className={styles.actions}>
        {view.phase === 'failed' && (
          <Button block onClick={() => void upload.retry()}>
            {say('retry')}
          </Button>
        )}
        {children}
      </div>
    );
  const percent = String(Math.floor(view.share * 100));
  const progress = percent === '100' ? say('checking') : say('sending', { percent });
  return (
    <div className={styles.actions} role="status">
      <p>{progress}</p>
      <progress className={styles.progress} max={1} value={view.share} aria-label={progress} />
      <Button look="quiet" block onClick={upload.cancel}>
        {say('cancel')}
      </Button>
    </div>
  );
}
