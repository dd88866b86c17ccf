import { withoutMarks } from '@holdfast/client/i18n';
import { BANKS, type Bank } from '@holdfast/contract/rules';

/**
 * What people type as they like: full-width digits, either form of 台, any case. The built app marks in the names where a line may end;
 * nobody types that.
 */
const fold = (text: string): string =>
  withoutMarks(text).normalize('NFKC').toLowerCase().replaceAll('臺', '台').trim();

/** Banks whose code begins with what was typed, or whose name holds it in either language; all of them for nothing. */
export function searchBanks(typed: string): readonly Bank[] {
  const wanted = fold(typed);
  return BANKS.filter(({ code, zhTW, en }) =>
    [zhTW, en].some((name) => fold(name).includes(wanted) || fold(`${code} ${name}`).startsWith(wanted)),
  );
}
