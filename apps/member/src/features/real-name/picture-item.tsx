import { IMAGE_TYPES, UPLOAD_RULES } from '@holdfast/contract/rules';
import { AvatarIcon, Button, Card, CardIcon, CheckIcon, cx, Pill, stackClass } from '@holdfast/ui';
import { shrinkPicture, useUpload } from '@holdfast/client/files';
import { useWords } from '@holdfast/client/i18n';
import { useRef, type ReactNode } from 'react';
import { Refusal } from '#components/refusal.tsx';
import styles from './real-name.module.css';
import { realNameWords } from './real-name.words.ts';

/** A picture that has arrived, and what it shows: only this page keeps that. */
export interface Picture {
  readonly fileId: string;
  readonly blob: Blob;
}

interface Props {
  item: 'front' | 'back' | 'selfie';
  picture: Picture | undefined;
  /** Why the one before was refused. */
  reason: ReactNode;
  onPicture: (picture: Picture | undefined) => void;
}

/** One picture: how it should look, the camera or a file, and what was taken. It is sent as soon as it is there, drawn anew on the device. */
export function PictureItem({ item, picture, reason, onPicture }: Props) {
  const say = useWords(realNameWords);
  const purpose = `identity-${item}` as const;
  const drawn = useRef<Blob>(undefined);
  const upload = useUpload(purpose, async (fileId) => {
    if (drawn.current) onPicture({ fileId, blob: drawn.current });
  });
  const { view } = upload;
  const take = (file: File) => {
    onPicture(undefined);
    void upload.start(async () => {
      drawn.current = await shrinkPicture(file, UPLOAD_RULES[purpose].sidePixels);
      return drawn.current;
    });
  };
  const percent = view.phase === 'sending' ? String(Math.floor(view.share * 100)) : '';
  const progress = percent === '100' ? say('checking') : say('sending', { percent });
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
        <p className={styles.note}>{say(`${item}Hint`)}</p>
        <Refusal error={view.phase === 'failed' ? view.error : undefined} />
        {view.phase === 'sending' ? (
          <div className={styles.actions} role="status">
            <p>{progress}</p>
            <progress className={styles.progress} max={1} value={view.share} aria-label={progress} />
            <Button look="quiet" block onClick={upload.cancel}>
              {say('cancel')}
            </Button>
          </div>
        ) : (
          <div className={styles.actions}>
            {view.phase === 'failed' && (
              <Button block onClick={() => void upload.retry()}>
                {say('retry')}
              </Button>
            )}
            <FileButton
              label={say(picture ? 'again' : 'take')}
              name={`${say(item)}：${say(picture ? 'again' : 'take')}`}
              capture={item === 'selfie' ? 'user' : 'environment'}
              onFile={take}
            />
            <FileButton label={say('choose')} name={`${say(item)}：${say('choose')}`} onFile={take} />
          </div>
        )}
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

interface FileButtonProps {
  label: string;
  /** Which picture it is for, for whoever hears the buttons alone. */
  name: string;
  capture?: 'user' | 'environment';
  onFile: (file: File) => void;
}

function FileButton({ label, name, capture, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        look={capture ? 'primary' : 'quiet'}
        block
        aria-label={name}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        className={styles.file}
        accept={capture ? 'image/*' : [...IMAGE_TYPES, 'image/heic', 'image/*'].join(',')}
        {...(capture && { capture })}
        aria-label={name}
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = ''; // the same file again is a choice too
          if (file) onFile(file);
        }}
      />
    </>
  );
}
