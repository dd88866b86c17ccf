import { readPayCode, type PayTarget } from '@holdfast/contract/rules';
import { AppError } from '@holdfast/kernel';
import { Card, Fact, Facts, ListRow, Notice, RowList, stackClass } from '@holdfast/ui';
import { useUpload } from '@holdfast/client/files';
import { useWords } from '@holdfast/client/i18n';
import { useEffect, useRef, useState } from 'react';
import type { FoundCode } from '#platform/codes/port.ts';
import { useServices } from '#state/services.tsx';
import { FileButton } from '#components/file-button.tsx';
import { Refusal } from '#components/refusal.tsx';
import { UploadActs } from '#components/upload-acts.tsx';
import styles from './pay-accounts.module.css';
import { payAccountsWords } from './pay-accounts.words.ts';

/** A code that was read here and whose picture has arrived. */
export interface SentCode {
  readonly fileId: string;
  readonly codeContent: string;
}

interface CodePictureProps {
  /** Where the code leads that the form has; undefined while it has none. */
  target: PayTarget | undefined;
  onSent: (code: SentCode | undefined) => void;
  /** Said when the form was sent without one. */
  missing: boolean;
}

type Reading =
  | { readonly at: 'none' | 'reading' }
  | { readonly at: 'read'; readonly codes: readonly FoundCode[] }
  | { readonly at: 'failed'; readonly error: AppError };

/** The picture of the code: taken or chosen, read on the device, cut to the code, sent. Where the code leads is shown before anything is sent. */
export function CodePicture({ target, onSent, missing }: CodePictureProps) {
  const say = useWords(payAccountsWords);
  const { reading, read, leave } = useReading();
  const chosen = useRef('');
  const upload = useUpload('pay-account-qr', async (fileId) =>
    onSent({ fileId, codeContent: chosen.current }),
  );
  const send = ({ text, picture }: FoundCode) => {
    leave();
    chosen.current = text;
    void upload.start(async () => picture);
  };
  const take = async (file: File) => {
    upload.cancel();
    onSent(undefined);
    const codes = await read(file);
    const [only] = codes;
    if (only && codes.length === 1 && readPayCode(only.text)) send(only);
  };
  const { view } = upload;
  return (
    <Card>
      <div className={stackClass}>
        <h3>{say('picture')}</h3>
        {target ? <Leads target={target} /> : <p className={styles.intro}>{say('pictureHint')}</p>}
        {reading.at === 'reading' && <p role="status">{say('reading')}</p>}
        {reading.at === 'read' && <Found codes={reading.codes} onChoose={send} />}
        <Refusal error={reading.at === 'failed' ? reading.error : undefined} />
        <Refusal error={view.phase === 'failed' ? view.error : undefined} />
        {missing && (
          <Notice tone="refused" isAlert>
            {say('codeMissing')}
          </Notice>
        )}
        <UploadActs upload={upload}>
          {!target && (
            <FileButton label={say('camera')} capture="environment" onFile={(file) => void take(file)} />
          )}
          <FileButton label={say(target ? 'other' : 'choose')} onFile={(file) => void take(file)} />
        </UploadActs>
      </div>
    </Card>
  );
}

/** Reads one picture after the other; the answer for an earlier one comes to nothing. */
function useReading() {
  const { codes } = useServices();
  const [reading, setReading] = useState<Reading>({ at: 'none' });
  const last = useRef(0);
  useEffect(() => () => void (last.current += 1), []);
  async function read(file: File): Promise<readonly FoundCode[]> {
    const turn = (last.current += 1);
    setReading({ at: 'reading' });
    try {
      const found = await (await codes())(file);
      if (turn !== last.current) return [];
      setReading({ at: 'read', codes: found });
      return found;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (turn === last.current) setReading({ at: 'failed', error });
      return [];
    }
  }
  return { reading, read, leave: () => setReading({ at: 'none' }) };
}

/** So much is shown of a code that is none to be paid on. */
const SAID_MAX = 200;

/** What was read and cannot be sent as it is: nothing, a code for something else, or several to choose from. */
function Found({ codes, onChoose }: { codes: readonly FoundCode[]; onChoose: (code: FoundCode) => void }) {
  const say = useWords(payAccountsWords);
  const [first] = codes;
  if (!first)
    return (
      <Notice tone="refused" isAlert>
        {say('noCode')}
      </Notice>
    );
  const payable = codes.flatMap((code) => {
    const target = readPayCode(code.text);
    return target ? [{ code, target }] : [];
  });
  if (payable.length === 0)
    return (
      <Notice tone="refused" isAlert>
        {say('notPayCode')} <span className={styles.said}>{first.text.slice(0, SAID_MAX)}</span>
      </Notice>
    );
  return (
    <>
      <p>{say('several')}</p>
      <RowList label={say('several')}>
        {payable.map(({ code, target }, index) => (
          <li key={`${index} ${target.key}`}>
            <ListRow
              onClick={() => onChoose(code)}
              title={say(`app.${target.app}`)}
              note={`${target.place} ${target.account}`}
            />
          </li>
        ))}
      </RowList>
    </>
  );
}

/** Where the code leads, in full: the member knows the own account. */
function Leads({ target }: { target: PayTarget }) {
  const say = useWords(payAccountsWords);
  return (
    <>
      <p>{say('leadsTo')}</p>
      <Facts>
        <Fact name={say('app')}>{say(`app.${target.app}`)}</Fact>
        <Fact name={say(target.app === 'twqr' ? 'bank' : 'place')}>{target.place}</Fact>
        <Fact name={say('account')}>{target.account}</Fact>
      </Facts>
    </>
  );
}
