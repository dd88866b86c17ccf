import { UPLOAD_RULES } from '@holdfast/contract/rules';
import { AvatarIcon, Card, CardIcon, CheckIcon, cx, Pill, stackClass } from '@holdfast/ui';
import { shrinkPicture, useUpload } from '@holdfast/client/files';
import { useWords } from '@holdfast/client/i18n';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { FileButton } from '#components/file-button.tsx';
import { Refusal } from '#components/refusal.tsx';
import { UploadActs } from '#components/upload-acts.tsx';
import styles from './real-name.module.css';
import { realNameWords } from './real-name.words.ts';

/** A picture that has arrived, and what it shows: only this page keeps that, so after a reload there is none. */
export interface Picture {
  readonly fileId: string;
  readonly blob?: Blob | undefined;
}

interface Props {
  item: 'front' | 'back' | 'selfie';
  picture: Picture | undefined;
  /** Why the one before was refused. */
  reason: ReactNode;
  onPicture: (picture: Picture | undefined) => void;
  onSending: (isSending: boolean) => void;
}

/** One picture: how it should look, the camera or a file, and what was taken. It is sent as soon as it is there, drawn anew on the device. */
export function PictureItem({ item, picture, reason, onPicture, onSending }: Props) {
  const say = useWords(realNameWords);
  const purpose = `identity-${item}` as const;
  const drawn = useRef<Blob>(undefined);
  const upload = useUpload(purpose, async (fileId) => {
    if (drawn.current) onPicture({ fileId, blob: drawn.current });
  });
  const { view } = upload;
  const isSending = view.phase === 'sending';
  const tell = useEffectEvent(onSending);
  useEffect(() => tell(isSending), [isSending]);
  const take = (file: File) => {
    onPicture(undefined);
    void upload.start(async () => {
      drawn.current = await shrinkPicture(file, UPLOAD_RULES[purpose].sidePixels);
      return drawn.current;
    });
  };
  return (
    <Card>
      <div className={stackClass}>
        <div className={styles.head}>
          <h3>{say(item)}</h3>
          {picture && (
            <Pill tone="free">
              <CheckIcon size={14} /> {say('ready')}
            </Pill>
          )}
        </div>
        {!picture && reason}
        <Preview item={item} blob={picture?.blob} />
        {picture && !picture.blob && <p className={styles.note}>{say('notShown')}</p>}
        <p className={styles.note}>{say(`${item}Hint`)}</p>
        <Refusal error={view.phase === 'failed' ? view.error : undefined} />
        <UploadActs upload={upload}>
          <FileButton
            label={say(picture ? 'again' : 'take')}
            name={say('pair', { name: say(item), text: say(picture ? 'again' : 'take') })}
            capture={item === 'selfie' ? 'user' : 'environment'}
            onFile={take}
          />
          <FileButton
            label={say('choose')}
            name={say('pair', { name: say(item), text: say('choose') })}
            onFile={take}
          />
        </UploadActs>
      </div>
    </Card>
  );
}

/** What was taken, or the outline of what should be in the picture. */
function Preview({ item, blob }: { item: Props['item']; blob: Blob | undefined }) {
  const say = useWords(realNameWords);
  const Outline = item === 'selfie' ? AvatarIcon : CardIcon;
  return (
    <div className={cx(styles.frame, item === 'selfie' && styles.oval, blob && styles.filled)}>
      {blob ? <img ref={showing(blob)} alt={say('preview', { item: say(item) })} /> : <Outline size={40} />}
    </div>
  );
}

/** Shows what only this page has. Its address lives as long as the picture stands on the screen. */
const showing = (blob: Blob) => (image: HTMLImageElement) => {
  const address = URL.createObjectURL(blob);
  image.src = address;
  return () => URL.revokeObjectURL(address);
};
