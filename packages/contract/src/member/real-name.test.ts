import { describe, expect, it } from 'vitest';
import { doesRealNameRedirect, isRealNamePassed, REAL_NAME_RULES, REAL_NAME_STATUSES } from './real-name.ts';

describe('the real-name status', () => {
  it.each([
    // status, label, passed, editable, goes Home
    ['none', null, false, true, true],
    ['Review', '審核中', false, false, false],
    ['NotApproved', '審核失敗，請重新驗證', false, true, true],
    ['Approved', '已驗證', true, false, false],
  ] as const)('%s: label %s, passed %s, editable %s, Home %s', (status, label, passed, editable, home) => {
    expect(REAL_NAME_RULES[status]).toMatchObject({ zhTW: label, passed, editable, redirectsHome: home });
    expect(isRealNamePassed(status, { checking: true })).toBe(passed);
    expect(doesRealNameRedirect(status, { checking: true })).toBe(home);
  });

  it.each(REAL_NAME_STATUSES)('%s passes and stays while the check is off', (status) => {
    expect(isRealNamePassed(status, { checking: false })).toBe(true);
    expect(doesRealNameRedirect(status, { checking: false })).toBe(false);
  });
});
