import type { OrderDetail } from '@holdfast/contract/calls';
import { MESSAGE_LENGTH_MAX, UPLOAD_RULES, UPLOAD_TYPES } from '@holdfast/contract/rules';
import { AddIcon, Button, IconButton } from '@holdfast/ui';
import { useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { shrinkPicture, useUpload } from '@holdfast/client/files';
import { useWords } from '@holdfast/client/i18n';
import { recordOf, text } from '@holdfast/client/storage';
import { useFormDraft } from '#state/drafts/use-form-draft.ts';
import { Refusal } from '#components/refusal.tsx';
import { UploadActs } from '#components/upload-acts.tsx';
import { useSay } from './thread.query.ts';
import styles from './thread.module.css';
import { threadWords } from './thread.words.ts';

/** What was typed, and the file that has been uploaded and not shown yet: both outlive a reload. */
interface Draft {
  text: string;
  fileId: string;
}
const NOTHING: Draft = { text: '', fileId: '' };
const readDraft = recordOf<Draft>({ text, fileId: text });

const CANNED = [1, 2, 3] as const;

/** Writes into the thread: a text, a picture or a PDF. */
export function Composer({ order: { orderId, role } }: { order: Pick<OrderDetail, 'orderId' | 'role'> }) {
  const say = useWords(threadWords);
  const [draft, setDraft, forget] = useFormDraft(`thread ${orderId}`, { read: readDraft, initial: NOTHING });
  const [isCannedOpen, setCannedOpen] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const said = useSay(orderId, () => {
    forget();
    field.current?.focus();
  });
  const shown = useSay(orderId, () => setDraft({ ...draft, fileId: '' }));
  const upload = useUpload('order-message', async (fileId) => {
    setDraft({ ...draft, fileId });
    await shown.run({ fileId });
  });
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (draft.text.trim() !== '') void said.run({ text: draft.text });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey) && !event.nativeEvent.isComposing) submit();
  };
  const take = (file: File) =>
    void upload.start(async () =>
      file.type === 'application/pdf' ? file : shrinkPicture(file, UPLOAD_RULES['order-message'].sidePixels),
    );
  return (
    <form className={styles.composer} onSubmit={submit}>
      <Refusal
        error={said.error ?? shown.error ?? (upload.view.phase === 'failed' ? upload.view.error : undefined)}
      />
      {upload.view.phase !== 'idle' && <UploadActs upload={upload}>{null}</UploadActs>}
      {draft.fileId !== '' && upload.view.phase === 'idle' && (
        <div className={styles.waiting}>
          <Button look="quiet" busy={shown.isBusy} onClick={() => void shown.run({ fileId: draft.fileId })}>
            {say('sendFile')}
          </Button>
          <Button look="text" disabled={shown.isBusy} onClick={() => setDraft({ ...draft, fileId: '' })}>
            {say('dropFile')}
          </Button>
        </div>
      )}
      {isCannedOpen && (
        <ul className={styles.canned} aria-label={say('canned')}>
          {CANNED.map((number) => (
            <li key={number}>
              <Button
                look="quiet"
                onClick={() => {
                  setDraft({ ...draft, text: say(`canned.${role}.${number}`) });
                  setCannedOpen(false);
                  field.current?.focus();
                }}
              >
                {say(`canned.${role}.${number}`)}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.bar}>
        <AttachButton label={say('attach')} onFile={take} />
        <label htmlFor={id} className="visually-hidden">
          {say('write')}
        </label>
        <textarea
          ref={field}
          id={id}
          className={styles.field}
          rows={1}
          maxLength={2 * MESSAGE_LENGTH_MAX}
          placeholder={say('write')}
          value={draft.text}
          onChange={({ target }) => setDraft({ ...draft, text: target.value })}
          onKeyDown={onKeyDown}
        />
        <Button type="submit" busy={said.isBusy} disabled={draft.text.trim() === ''}>
          {say('send')}
        </Button>
      </div>
      <Button look="text" aria-expanded={isCannedOpen} onClick={() => setCannedOpen(!isCannedOpen)}>
        {say('canned')}
      </Button>
    </form>
  );
}

function AttachButton({ label, onFile }: { label: string; onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label={label} onClick={() => input.current?.click()}>
        <AddIcon size={22} />
      </IconButton>
      <input
        ref={input}
        type="file"
        className={styles.file}
        accept={[...UPLOAD_TYPES, 'image/heic', 'image/*'].join(',')}
        aria-label={label}
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
