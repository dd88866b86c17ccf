import type { OrderDetail } from '@holdfast/contract/calls';
import { MESSAGE_LENGTH_MAX, UPLOAD_RULES, UPLOAD_TYPES } from '@holdfast/contract/rules';
import { AddIcon, Button, IconButton } from '@holdfast/ui';
import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { shrinkPicture, useUpload } from '@holdfast/client/files';
import { useWords } from '@holdfast/client/i18n';
import { useFormDraft } from '#state/drafts/use-form-draft.ts';
import { Refusal } from '#components/refusal.tsx';
import { UploadActs } from '#components/upload-acts.tsx';
import { useSay } from './thread.query.ts';
import styles from './thread.module.css';
import { threadWords } from './thread.words.ts';

const readText = (value: unknown) => (typeof value === 'string' ? value : undefined);
const EMPTY = { read: readText, initial: '' };

const CANNED = [1, 2, 3] as const;

/** A file that is uploaded and then shown. One that has arrived and was not shown yet outlives a reload, as what was typed does. */
function useShownFile(orderId: string) {
  const [fileId, setFileId, forgetFile] = useFormDraft(`thread file ${orderId}`, EMPTY);
  const shown = useSay(orderId, forgetFile);
  const upload = useUpload('order-message', async (id) => {
    setFileId(id);
    await shown.run({ fileId: id });
  });
  const take = (file: File) =>
    void upload.start(async () =>
      file.type === 'application/pdf' ? file : shrinkPicture(file, UPLOAD_RULES['order-message'].sidePixels),
    );
  return { fileId, forgetFile, shown, upload, take };
}

/** Writes into the thread: a text, a picture or a PDF. */
export function Composer({ order: { orderId, role } }: { order: Pick<OrderDetail, 'orderId' | 'role'> }) {
  const say = useWords(threadWords);
  const [typed, setTyped, forgetTyped] = useFormDraft(`thread ${orderId}`, EMPTY);
  const { fileId, forgetFile, shown, upload, take } = useShownFile(orderId);
  const [isCannedOpen, setCannedOpen] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const latest = useRef(typed);
  useEffect(() => {
    latest.current = typed;
  }, [typed]);
  const said = useSay(orderId, (sent) => {
    if ('text' in sent && sent.text === latest.current) forgetTyped(); // what was typed meanwhile stays
    field.current?.focus();
  });
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (typed.trim() !== '') void said.run({ text: typed });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey) && !event.nativeEvent.isComposing) submit();
  };
  return (
    <form className={styles.composer} onSubmit={submit}>
      <Refusal
        error={said.error ?? shown.error ?? (upload.view.phase === 'failed' ? upload.view.error : undefined)}
      />
      {upload.view.phase !== 'idle' && <UploadActs upload={upload}>{null}</UploadActs>}
      {fileId !== '' && upload.view.phase === 'idle' && (
        <WaitingFile isBusy={shown.isBusy} onSend={() => void shown.run({ fileId })} onDrop={forgetFile} />
      )}
      {isCannedOpen && (
        <CannedReplies
          role={role}
          onPick={(reply) => {
            setTyped(reply);
            setCannedOpen(false);
            field.current?.focus();
          }}
        />
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
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={onKeyDown}
        />
        <Button type="submit" busy={said.isBusy} disabled={typed.trim() === ''}>
          {say('send')}
        </Button>
      </div>
      <Button look="text" aria-expanded={isCannedOpen} onClick={() => setCannedOpen(!isCannedOpen)}>
        {say('canned')}
      </Button>
    </form>
  );
}

/** A file that has arrived and could not be shown: it is sent as it is, not uploaded anew. */
function WaitingFile({
  isBusy,
  onSend,
  onDrop,
}: {
  isBusy: boolean;
  onSend: () => void;
  onDrop: () => void;
}) {
  const say = useWords(threadWords);
  return (
    <div className={styles.waiting}>
      <Button look="quiet" busy={isBusy} onClick={onSend}>
        {say('sendFile')}
      </Button>
      <Button look="text" disabled={isBusy} onClick={onDrop}>
        {say('dropFile')}
      </Button>
    </div>
  );
}

/** What is often said, to be looked at before it is sent. */
function CannedReplies({ role, onPick }: { role: OrderDetail['role']; onPick: (reply: string) => void }) {
  const say = useWords(threadWords);
  return (
    <ul className={styles.canned} aria-label={say('canned')}>
      {CANNED.map((number) => (
        <li key={number}>
          <Button look="quiet" onClick={() => onPick(say(`canned.${role}.${number}`))}>
            {say(`canned.${role}.${number}`)}
          </Button>
        </li>
      ))}
    </ul>
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
