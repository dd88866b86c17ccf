import type { PayMethod } from '@holdfast/contract/rules';
import { useWords } from '@holdfast/client/i18n';
import { payMethodWords } from './pay-method.words.ts';

/** Names a way of paying: bank transfer, or a pay app. */
export function usePayMethodName(): (method: PayMethod) => string {
  return useWords(payMethodWords);
}
