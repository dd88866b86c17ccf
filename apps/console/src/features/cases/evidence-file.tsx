import { saveFile } from '@holdfast/client/files';
import { defineWords, useWords } from '@holdfast/client/i18n';
import { useClient } from '@holdfast/client/services';
import { Button, Card, Notice, stackClass } from '@holdfast/ui';
import { useState } from 'react';
import componentStyles from '#components/components.module.css';
import { ReasonDialog } from '#components/reason-dialog.tsx';

const evidenceWords = defineWords({
  'zh-TW': {
    title: '證據檔',
    what: '整筆訂單的經過、對話、附件指紋與帳務，附數位簽章。任何一行被改動都驗得出來。',
    download: '下載證據檔',
    clear: '檔案含雙方姓名與收款帳號，請只交給有權取得的單位。理由會留在稽核紀錄。',
  },
  en: {
    title: 'Evidence file',
    what: 'All that happened in the order, its thread, the fingerprints of its files and its postings, with a digital signature. A change to any line shows.',
    download: 'Download the evidence',
    clear:
      'The file holds names and account numbers of both sides. Give it only to who is entitled to it. The reason stays in the audit log.',
  },
});

/** The whole order as a signed file, for who works on it. */
export function EvidenceFile({ id }: { id: string }) {
  const say = useWords(evidenceWords);
  const { callApi } = useClient();
  const [isAsking, setAsking] = useState(false);
  return (
    <Card className={stackClass}>
      <h2>{say('title')}</h2>
      <p className={componentStyles.quiet}>{say('what')}</p>
      <div className={componentStyles.actions}>
        <Button look="quiet" onClick={() => setAsking(true)}>
          {say('download')}
        </Button>
      </div>
      {isAsking && (
        <ReasonDialog
          title={say('download')}
          confirm={say('download')}
          draft={`evidence of order ${id}`}
          shows={['CASE_CLAIM_NEEDED', 'ORDER_NOT_FOUND', 'RATE_LIMITED', 'PARAMETERS_INVALID']}
          onClose={() => setAsking(false)}
          onConfirm={async (reason) => {
            const input = { reason };
            const file = await callApi('/operator/case/evidence/{id}', { params: { id }, input });
            saveFile(file.fileName, new Blob([file.content], { type: 'application/json' }));
          }}
        >
          <Notice tone="held">{say('clear')}</Notice>
        </ReasonDialog>
      )}
    </Card>
  );
}
