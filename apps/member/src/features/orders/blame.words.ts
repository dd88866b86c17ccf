import { defineWords } from '@holdfast/client/i18n';

export const blameWords = defineWords({
  'zh-TW': {
    title: '{nick} 說取消的原因在您這邊',
    'text.payer':
      '對方說您遲遲沒有回應。如果確實如此，可以把這次取消算在您這邊；不處理的話，仍算在對方那邊。',
    'text.payee':
      '對方說收款資料有誤，或是您請他取消。如果確實如此，可以把這次取消算在您這邊；不處理的話，仍算在對方那邊。',
    take: '確實如此，算在我這邊',
    keep: '先不要',
    ask: '要把這次取消算在您這邊嗎？',
    askText: '會計入您今天的取消次數與完成率，對方的會還給他。送出後不能改回來。',
    done: '這次取消已算在您這邊',
  },
  en: {
    title: '{nick} says that the reason lies with you',
    'text.payer':
      'They say that you did not answer. If that is so, you can take this cancel on yourself. If you leave it, it goes on counting for them.',
    'text.payee':
      'They say that your account details were wrong, or that you asked them to cancel. If that is so, you can take this cancel on yourself. If you leave it, it goes on counting for them.',
    take: 'That is so: it was on my side',
    keep: 'Not now',
    ask: 'Take this cancel on yourself?',
    askText:
      'It counts in your cancels of today and in your completion, and theirs is given back. This cannot be undone.',
    done: 'This cancel counts for you now',
  },
});
