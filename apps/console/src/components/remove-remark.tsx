import { REMARK_REMOVAL_TEXTS, REMARK_REMOVALS, type RemarkRemoval } from '@holdfast/contract/orders';
import { defineWords, inLanguage, useLanguage, useWords } from '@holdfast/client/i18n';
import { useClient } from '@holdfast/client/services';
import { Notice, SelectField } from '@holdfast/ui';
import { useDraft } from '#state/use-draft.ts';
import styles from './components.module.css';
import { ReasonDialog } from './reason-dialog.tsx';

const removeWords = defineWords({
  'zh-TW': {
    remove: '移除備註',
    note: '市場、掛單和進行中的訂單都不再顯示這段備註，會員也不能再刊登同一段。',
    because: '告訴會員的原因',
  },
  en: {
    remove: 'Take the remark down',
    note: 'Neither the market nor the listing nor an order shows it any more, and the same words cannot be published again.',
    because: 'What the member is told',
  },
});

/** Takes the remark of a listing down, with what its owner is told and what only operators read. */
export function RemoveRemark({
  id,
  text,
  onDone,
  onClose,
}: {
  id: string;
  text: string;
  onDone: () => void;
  onClose: () => void;
}) {
  const say = useWords(removeWords);
  const language = useLanguage();
  const { callApi } = useClient();
  const [draft, setDraft] = useDraft(`why remark ${id}`);
  const because: RemarkRemoval = REMARK_REMOVALS.find((one) => one === draft['because']) ?? 'contact';
  return (
    <ReasonDialog
      title={say('remove')}
      confirm={say('remove')}
      isDangerous
      draft={`remove remark ${id}`}
      touches={['/operator/remark/list', '/operator/listing/list']}
      shows={['REMARK_DECIDED', 'ROLE_NOT_ALLOWED', 'RATE_LIMITED']}
      onClose={onClose}
      onConfirm={async (reason) => {
        await callApi('/operator/remark/decide/{id}', {
          params: { id },
          input: { verdict: 'remove', because, reason },
        });
        setDraft({});
        onDone();
      }}
    >
      <p className={styles.said}>{text}</p>
      <Notice tone="held">{say('note')}</Notice>
      <SelectField
        label={say('because')}
        value={because}
        onChange={({ target: { value } }) => setDraft({ because: value })}
      >
        {REMARK_REMOVALS.map((one) => (
          <option key={one} value={one}>
            {inLanguage(REMARK_REMOVAL_TEXTS[one], language)}
          </option>
        ))}
      </SelectField>
    </ReasonDialog>
  );
}
