import { Button, stackClass } from '@holdfast/ui';
import { useAction } from '@holdfast/client/calls';
import { saveEvidence } from '@holdfast/client/files';
import { defineWords, useWords } from '@holdfast/client/i18n';
import { useServices } from '#state/services.tsx';
import { Refusal } from '#components/refusal.tsx';
import styles from './orders.module.css';

const evidenceWords = defineWords({
  'zh-TW': {
    pdf: '下載訂單證據（PDF）',
    json: '下載原始資料檔',
    what: '訂單經過、對話與附件指紋，附數位簽章，可交給銀行或警方。對方的姓名與帳號會遮住。原始資料檔可逐列查驗，PDF 內也附了一份。',
  },
  en: {
    pdf: 'Download the evidence (PDF)',
    json: 'Download the raw data',
    what: 'What happened, what was written and the fingerprints of files, digitally signed, for a bank or the police. Names and accounts of the other side are masked. The raw data can be checked line by line; the PDF carries a copy of it.',
  },
});

/** The own order as a signed file, to take along. */
export function EvidenceButton({ orderId }: { orderId: string }) {
  const say = useWords(evidenceWords);
  const { callApi } = useServices();
  const download = useAction(
    async (format: 'pdf' | 'json') => {
      saveEvidence(await callApi('/order/evidence', { input: { orderId, format } }));
    },
    { shows: ['ORDER_NOT_FOUND', 'RATE_LIMITED', 'OVERLOADED'] },
  );
  return (
    <div className={stackClass}>
      {(['pdf', 'json'] as const).map((format) => (
        <Button key={format} look="text" busy={download.isBusy} onClick={() => void download.run(format)}>
          {say(format)}
        </Button>
      ))}
      <p className={styles.soft}>{say('what')}</p>
      <Refusal error={download.error} />
    </div>
  );
}
