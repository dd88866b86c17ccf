import type { CallOutput, FileLink } from '@holdfast/contract/calls';
import { useAction, useErrorText } from '@holdfast/client/calls';
import { saveFile } from '@holdfast/client/files';
import { useWords } from '@holdfast/client/i18n';
import { useClient } from '@holdfast/client/services';
import { defined } from '@holdfast/kernel';
import { Button, Notice } from '@holdfast/ui';
import { useState } from 'react';
import { Evidence } from '#components/evidence.tsx';
import { threadWords } from './thread.words.ts';

export type Line = CallOutput<'/operator/case/thread'>['items'][number];

interface LineFileProps {
  /** Of the order. */
  id: string;
  line: Line;
  /** One picture at a time: the keys that turn and zoom are those of the one that is open. */
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

/** A file that a side has shown. It is asked for by whoever wants to see it, never by the page: each look is in the audit log. */
export function LineFile({ id, line, isOpen, onOpen }: LineFileProps) {
  const say = useWords(threadWords);
  const errorText = useErrorText();
  const { callApi, files } = useClient();
  const [link, setLink] = useState<FileLink>();
  const isPdf = line.file?.type === 'application/pdf';
  const { run, isBusy, error } = useAction(
    async () => {
      const found = await callApi('/operator/case/thread/file/{id}', {
        params: { id },
        input: { number: String(line.number) },
      });
      if (isPdf) {
        const uploader = await defined(files, 'the console reads files')();
        saveFile(`order-${id}-${line.number}.pdf`, await uploader.read(found, new AbortController().signal));
        return;
      }
      setLink(found);
      onOpen(true);
    },
    { shows: ['CASE_CLAIM_NEEDED', 'FILE_NOT_FOUND', 'RATE_LIMITED'] },
  );
  const name = say('fileOf', { number: line.number });
  return (
    <>
      <Button
        look="quiet"
        busy={isBusy}
        aria-expanded={isPdf ? undefined : isOpen}
        onClick={() => (isOpen ? onOpen(false) : void run())}
      >
        {say(isPdf ? 'savePdf' : isOpen ? 'hidePicture' : 'showPicture', { number: line.number })}
      </Button>
      {error && (
        <Notice tone="refused" isAlert>
          {errorText(error)}
        </Notice>
      )}
      {isOpen && link && (
        <Evidence
          label={name}
          pictures={[{ item: String(line.number), name, link }]}
          onRetry={() => void run()}
        />
      )}
    </>
  );
}
