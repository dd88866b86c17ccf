import { defineWords } from '@holdfast/client/i18n';

export const editWords = defineWords({
  'zh-TW': {
    title: '修改條件',
    text: '從下一筆訂單起適用；進行中的訂單不受影響。',
    save: '儲存',
    goOn: '知道了，繼續修改',
    asItIs: '改回目前的條件',
    done: '條件已更新',
    changed: '這筆掛單在您修改時有了變動，最新狀態在清單裡。您選的內容還在。',
    fee: '買入的手續費由您負擔，目前是 {percent}%。儲存即同意這個手續費。',
    feeRose: '手續費已調升，超過您刊登時的費率。同意之前，每筆訂單都會先問您。請按「修改條件」查看。',
  },
  en: {
    title: 'Change terms',
    text: 'Holds from the next order on. Orders in progress stay as they are.',
    save: 'Save',
    goOn: 'I see, go on',
    asItIs: 'Back to the present terms',
    done: 'Saved',
    changed:
      'This listing has changed while you were editing it. Its state now is in the list. What you have chosen is still here.',
    fee: 'Who buys bears the fee, which is {percent}% now. By saving you agree to it.',
    feeRose:
      'The fee is higher now than when you published. Until you agree to it, you are asked before each order. See "Change terms".',
  },
});
