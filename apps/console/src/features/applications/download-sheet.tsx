import type { CallInput, CallOutput } from '@holdfast/contract/calls';
import { saveFile } from '@holdfast/client/files';
import { useWords } from '@holdfast/client/i18n';
import { useClient } from '@holdfast/client/services';
import { Field, Notice, SelectField } from '@holdfast/ui';
import styles from '#components/components.module.css';
import { ReasonDialog } from '#components/reason-dialog.tsx';
import { useDraft } from '#state/use-draft.ts';
import { applicationsWords } from './applications.words.ts';

type Input = CallInput<'/member/real-name/list-download'>;
export type Downloaded = Omit<CallOutput<'/member/real-name/list-download'>, 'content'>;

const TYPES: Readonly<Record<Input['format'], string>> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
const DRAFT = 'identity list';

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

interface DayRange {
  readonly from: string;
  readonly to: string;
}
const isTurned = ({ from, to }: DayRange): boolean => from !== '' && to !== '' && to < from;

/** Asks for the list as a file: which days, which format, and why. */
export function DownloadSheet({
  filter: { state, account },
  onDownloaded,
  onClose,
}: {
  filter: Pick<Input, 'state' | 'account'>;
  onDownloaded: (file: Downloaded) => void;
  onClose: () => void;
}) {
  const say = useWords(applicationsWords);
  const { callApi } = useClient();
  const [{ format: kept, from = '', to = '' }, setTyped] = useDraft(`${DRAFT} what`);
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
      <Days state={state} days={{ from, to }} onChange={(days) => setTyped({ format, ...days })} />
    </ReasonDialog>
  );
}

function Days({
  state,
  days,
  onChange,
}: {
  state: Input['state'];
  days: DayRange;
  onChange: (days: DayRange) => void;
}) {
  const say = useWords(applicationsWords);
  const shared = { hint: say(state === 'waiting' ? 'daysWaiting' : 'daysDecided'), type: 'date' } as const;
  return (
    <div className={styles.filters}>
      <Field
        {...shared}
        label={say('from')}
        value={days.from}
        onChange={(event) => onChange({ ...days, from: event.target.value })}
      />
      <Field
        {...shared}
        label={say('to')}
        value={days.to}
        error={isTurned(days) ? say('daysTurned') : undefined}
        onChange={(event) => onChange({ ...days, to: event.target.value })}
      />
    </div>
  );
}
