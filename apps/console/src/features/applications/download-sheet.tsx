import type { CallInput, CallOutput } from '@holdfast/contract/calls';
import { saveFile } from '@holdfast/client/files';
import { useWords } from '@holdfast/client/i18n';
import { useClient } from '@holdfast/client/services';
import { Notice, SelectField } from '@holdfast/ui';
import styles from '#components/components.module.css';
import { ReasonDialog } from '#components/reason-dialog.tsx';
import { useDraft } from '#state/use-draft.ts';
import { applicationsWords } from './applications.words.ts';
import { DayFields, isTurned } from './day-fields.tsx';

type Input = CallInput<'/member/real-name/list-download'>;
export type Downloaded = Omit<CallOutput<'/member/real-name/list-download'>, 'content'>;

const TYPES: Readonly<Record<Input['format'], string>> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
const DRAFT = 'identity list';

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** Asks for the list as a file: which days, which format, and why. */
export function DownloadSheet({
  filter: { state, account, from: listedFrom = '', to: listedTo = '' },
  onDownloaded,
  onClose,
}: {
  /** What is listed: the file begins with the same days. */
  filter: Pick<Input, 'state' | 'account' | 'from' | 'to'>;
  onDownloaded: (file: Downloaded) => void;
  onClose: () => void;
}) {
  const say = useWords(applicationsWords);
  const { callApi } = useClient();
  const [{ format: kept, from = listedFrom, to = listedTo }, setTyped] = useDraft(`${DRAFT} what`);
  const format = kept === 'xlsx' ? 'xlsx' : 'csv';
  return (
    <ReasonDialog
      title={
        account === undefined
          ? say('downloadTitle', { state: say(state) })
          : say('downloadTitleOf', { state: say(state), account })
      }
      confirm={say('confirm')}
      draft={DRAFT}
      isBlocked={isTurned({ from, to })}
      onClose={onClose}
      onConfirm={async (reason) => {
        const { content, ...file } = await callApi('/member/real-name/list-download', {
          input: {
            state,
            format,
            reason,
            ...(account !== undefined && { account }),
            ...(from !== '' && { from }),
            ...(to !== '' && { to }),
          },
        });
        if (file.rows > 0) saveFile(file.fileName, new Blob([bytesOf(content)], { type: TYPES[format] }));
        setTyped({});
        onDownloaded(file);
      }}
    >
      <Notice tone="neutral">{say('downloadNote')}</Notice>
      <SelectField
        label={say('format')}
        value={format}
        onChange={(event) => setTyped({ format: event.target.value, from, to })}
      >
        {(['csv', 'xlsx'] as const).map((one) => (
          <option key={one} value={one}>
            {say(one)}
          </option>
        ))}
      </SelectField>
      <div className={styles.filters}>
        <DayFields state={state} days={{ from, to }} onChange={(days) => setTyped({ format, ...days })} />
      </div>
    </ReasonDialog>
  );
}
