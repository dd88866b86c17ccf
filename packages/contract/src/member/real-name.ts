/** Real-name verification: what each status says and opens (spec 4). */

export const REAL_NAME_STATUSES = ['none', 'Review', 'NotApproved', 'Approved'] as const;
export type RealNameStatus = (typeof REAL_NAME_STATUSES)[number];

export interface RealNameRule {
  /** Null: nothing is shown, because nothing has been handed in. */
  readonly zhTW: string | null;
  readonly en: string | null;
  readonly passed: boolean;
  readonly editable: boolean;
  /** Whether the screens that need it send the member Home, under the real-name prompt, while checking is on. */
  readonly redirectsHome: boolean;
}

export const REAL_NAME_RULES: Readonly<Record<RealNameStatus, RealNameRule>> = {
  none: { zhTW: null, en: null, passed: false, editable: true, redirectsHome: true },
  Review: { zhTW: '審核中', en: 'Under review', passed: false, editable: false, redirectsHome: false },
  NotApproved: {
    zhTW: '審核失敗，請重新驗證',
    en: 'Not approved. Please verify again',
    passed: false,
    editable: true,
    redirectsHome: true,
  },
  Approved: { zhTW: '已驗證', en: 'Verified', passed: true, editable: false, redirectsHome: false },
};

/** With the developer switch off, everything passes (spec 4). Production refuses to start so. */
export function isRealNamePassed(status: RealNameStatus, { checking }: { checking: boolean }): boolean {
  return !checking || REAL_NAME_RULES[status].passed;
}

export function doesRealNameRedirect(status: RealNameStatus, { checking }: { checking: boolean }): boolean {
  return checking && REAL_NAME_RULES[status].redirectsHome;
}
