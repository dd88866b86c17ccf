import { inLanguage, useLanguage, useWords } from '@holdfast/client/i18n';
import { findBank, PAY_APPS } from '@holdfast/contract/rules';
import { payAppWords } from '#components/pay-app.words.ts';

/** What a place to pay to or from is called: a bank beside its code, or a pay app. One that is newer than the tables is shown as it is. */
export function usePlaceName(): (place: string) => string {
  const language = useLanguage();
  const appName = useWords(payAppWords);
  return (place) => {
    const bank = findBank(place);
    if (bank) return `${bank.code} ${inLanguage(bank, language)}`;
    const app = PAY_APPS.find((one) => one === place);
    return app ? appName(app) : place;
  };
}
