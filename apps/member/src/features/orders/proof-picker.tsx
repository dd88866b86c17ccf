import { UPLOAD_RULES } from '@holdfast/contract/rules';
import { CheckIcon, Notice, Pill, stackClass } from '@holdfast/ui';
import { useEffect, useEffectEvent, useState } from 'react';
import { shrinkPicture, useUpload } from '@holdfast/client/files';
import { useWords } from '@holdfast/client/i18n';
import { FileButton } from '#components/file-button.tsx';
import { Refusal } from '#components/refusal.tsx';
import { UploadActs } from '#components/upload-acts.tsx';
import styles from './proof-picker.module.css';
import { paidWords } from './paid.words.ts';

interface PickerProps {
  /** The file that has arrived; empty: none. */
  fileId: string;
  /** Why the form cannot be sent as it is; while the file is on its way, that it is waited for. */
  error?: string | undefined;
  /** The device's own picker opens by itself: whoever comes back from the bank has the receipt at hand. */
  opensAtOnce?: boolean;
  /** Beside words, where a file helps and is not needed. */
  isOptional?: boolean;
  onFile: (fileId: string) => void;
  onSending: (isSending: boolean) => void;
}

/** Takes the proof of a payment. It is sent as soon as it is chosen; a picture is drawn anew on the device before. */
export function ProofPicker({
  fileId,
  error,
  opensAtOnce = false,
  isOptional = false,
  onFile,
  onSending,
}: PickerProps) {
  const say = useWords(paidWords);
  const [picture, setPicture] = useState<Blob>();
  const [arrived, setArrived] = useState('');
  const upload = useUpload('order-proof', async (id) => setArrived(id));
  const { view } = upload;
  const isSending = view.phase === 'sending';
  const tell = useEffectEvent(onSending);
  useEffect(() => tell(isSending), [isSending]);
  // To the form as it is by then: more of it may have been filled in while the file was on its way.
  const give = useEffectEvent(onFile);
  useEffect(() => {
    if (arrived !== '') give(arrived);
  }, [arrived]);
  const take = (file: File) => {
    onFile('');
    setPicture(undefined);
    void upload.start(async () => {
      if (file.type === 'application/pdf') return file;
      const drawn = await shrinkPicture(file, UPLOAD_RULES['order-proof'].sidePixels);
      setPicture(drawn);
      return drawn;
    });
  };
  return (
    <fieldset className={stackClass} tabIndex={-1} data-faulty={error !== undefined || undefined}>
      <legend className={styles.label}>{say(isOptional ? 'evidence' : 'proof')}</legend>
      <p className={styles.hint}>{say(isOptional ? 'evidenceHint' : 'proofHint')}</p>
      {picture && <img className={styles.picture} ref={showing(picture)} alt={say('preview')} />}
      {fileId !== '' && !isSending && (
        <Pill tone="free">
          <CheckIcon size={14} /> {say('ready')}
        </Pill>
      )}
      <Refusal error={view.phase === 'failed' ? view.error : undefined} />
      {error !== undefined && (
        <Notice tone="refused" isAlert>
          {isSending ? say('wait') : error}
        </Notice>
      )}
      <UploadActs upload={upload}>
        <FileButton
          label={say(fileId === '' ? 'choose' : 'change')}
          accepts={['application/pdf']}
          opensAtOnce={opensAtOnce}
          onFile={take}
        />
      </UploadActs>
      <p className={styles.hint}>{say('proofWarning')}</p>
    </fieldset>
  );
}

/** Shows what only this page has. Its address lives as long as the picture stands on the screen. */
const showing = (blob: Blob) => (image: HTMLImageElement) => {
  const address = URL.createObjectURL(blob);
  image.src = address;
  return () => URL.revokeObjectURL(address);
};
