import { defineWords } from '@holdfast/client/i18n';

/** What is asked of whoever has paid, and what the other side is told about it. */
export const paidWords = defineWords({
  'zh-TW': {
    proof: '付款證明',
    proofHint: '轉帳成功的畫面截圖，或銀行的 PDF 收據，5 MB 以內。對方和客服看得到。',
    evidence: '證明檔案（選填）',
    evidenceHint: '轉帳紀錄、帳戶明細的截圖或 PDF，5 MB 以內。對方和客服看得到。',
    proofWarning: '請上傳真的收據。使用假造或重複的收據，帳號會被停用。',
    choose: '選擇圖片或 PDF',
    change: '換一個檔案',
    ready: '已上傳',
    preview: '您選的付款證明',
    missing: '請上傳付款證明',
    wait: '付款證明還在上傳，請稍等',
    lastUsed: '使用上次的付款帳戶',
    lastUsedOf: '{bank}，末五碼 {lastFive}，{payer}',
    lastUsedOfApp: '末五碼 {lastFive}，{payer}',
    addProof: '補傳付款證明',
    proofAdded: '已補傳付款證明',
    beware: '截圖可以造假。請打開銀行或付款 App，親眼確認款項入帳。',
  },
  en: {
    proof: 'Proof of payment',
    proofHint:
      'A screenshot of the completed transfer, or a PDF receipt from the bank, up to 5 MB. The other side and support can see it.',
    evidence: 'A file that proves it (optional)',
    evidenceHint:
      'A screenshot or a PDF of the transfer or of your account, up to 5 MB. The other side and support can see it.',
    proofWarning: 'Upload a genuine receipt. Accounts that use forged or repeated receipts are closed.',
    choose: 'Choose a picture or a PDF',
    change: 'Choose another file',
    ready: 'Uploaded',
    preview: 'The proof of payment that you chose',
    missing: 'Please upload a proof of payment',
    wait: 'The proof of payment is still being uploaded',
    lastUsed: 'Use the account you paid from last',
    lastUsedOf: '{bank}, ending in {lastFive}, {payer}',
    lastUsedOfApp: 'Ending in {lastFive}, {payer}',
    addProof: 'Add a proof of payment',
    proofAdded: 'The proof of payment has been added',
    beware: 'A screenshot can be forged. Open your bank or payment app and see the money with your own eyes.',
  },
});
