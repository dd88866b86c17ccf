import { saveEvidence } from '@holdfast/client/files';
import { defineWords, useWords } from '@holdfast/client/i18n';
import { useClient } from '@holdfast/client/services';
import { Button, Card, Notice, stackClass } from '@holdfast/ui';
import { useState } from 'react';
import componentStyles from '#components/components.module.css';
import { ReasonDialog } from '#components/reason-dialog.tsx';

const evidenceWords = defineWords({
  'zh-TW': {
    title: '訂單證據',
    what: '整筆訂單的經過、對話、附件指紋與帳務，附數位簽章。任何一行被改動都驗得出來。PDF 內附一份原始資料。',
    pdf: '下載證據（PDF）',
    json: '下載原始資料',
    download: '下載',
    clear: '檔案含雙方姓名與收款帳號，請只交給有權取得的單位。理由會留在稽核紀錄。',
  },
  en: {
    title: 'Evidence',
    what: 'All that happened in the order, its thread, the fingerprints of its files and its postings, with a digital signature. A change to any line shows. The PDF carries a copy of the raw data.',
    pdf: 'Download the evidence (PDF)',
    json: 'Download the raw data',
    download: 'Download',
    clear:
      'The file holds names and account numbers of both sides. Give it only to who is entitled to it. The reason stays in the audit log.',
  },
});

/** The whole order as a signed file, for who works on it. */
export function EvidenceFile({ id }: { id: string }) {
  const say = useWords(evidenceWords);
  const { callApi } = useClient();
  const [asked, setAsked] = useState<'pdf' | 'json'>();
  return (
    <Card className={stackClass}>
      <h2>{say('title')}</h2>
      <p className={componentStyles.quiet}>{say('what')}</p>
      <div className={componentStyles.actions}>
        {(['pdf', 'json'] as const).map((format) => (
          <Button key={format} look="quiet" onClick={() => setAsked(format)}>
            {say(format)}
          </Button>
        ))}
      </div>
      {asked && (
        <ReasonDialog
          title={say(asked)}
          confirm={say('download')}
          draft={`evidence of order ${id}`}
          shows={['CASE_CLAIM_NEEDED', 'ORDER_NOT_FOUND', 'RATE_LIMITED', 'OVERLOADED', 'PARAMETERS_INVALID']}
          onClose={() => setAsked(undefined)}
          onConfirm={async (reason) => {
            const input = { reason, format: asked };
            saveEvidence(await callApi('/operator/case/evidence/{id}', { params: { id }, input }));
          }}
        >
          <Notice tone="held">{say('clear')}</Notice>
        </ReasonDialog>
      )}
    </Card>
  );
}
