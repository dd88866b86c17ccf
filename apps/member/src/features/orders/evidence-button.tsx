import { Button, stackClass } from '@holdfast/ui';
import { useAction } from '@holdfast/client/calls';
import { saveFile } from '@holdfast/client/files';
import { defineWords, useWords } from '@holdfast/client/i18n';
import { useServices } from '#state/services.tsx';
import { Refusal } from '#components/refusal.tsx';
import styles from './orders.module.css';

const evidenceWords = defineWords({
  'zh-TW': {
    download: '下載訂單證據檔',
    what: '訂單經過、對話與附件指紋，附數位簽章，可交給銀行或警方。對方的姓名與帳號會遮住。',
  },
  en: {
    download: 'Download the evidence of this order',
    what: 'What happened, what was written and the fingerprints of files, digitally signed, for a bank or the police. Names and accounts of the other side are masked.',
  },
});

/** The own order as a signed file, to take along. */
export function EvidenceButton({ orderId }: { orderId: string }) {
  const say = useWords(evidenceWords);
  const { callApi } = useServices();
  const download = useAction(
    async () => {
      const { fileName, content } = await callApi('/order/evidence', { input: { orderId } });
      saveFile(fileName, new Blob([content], { type: 'application/json' }));
    },
    { shows: ['ORDER_NOT_FOUND', 'RATE_LIMITED'] },
  );
  return (
    <div className={stackClass}>
      <Button look="text" busy={download.isBusy} onClick={() => void download.run()}>
        {say('download')}
      </Button>
      <p className={styles.soft}>{say('what')}</p>
      <Refusal error={download.error} />
    </div>
  );
}
