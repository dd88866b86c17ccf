import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { memberInfo } from '../src/calls/index.ts';
import { signedIn } from '../src/calls/sign-in.ts';
import * as constants from '../src/constants.ts';
import { ERRORS, type ErrorEntry } from '../src/errors/index.ts';
import { otherSetUp, REAL_NAME_RULES } from '../src/member/index.ts';
import {
  EXTRA_FIELDS_ASKED,
  NOTIFICATION_RULES,
  NOTIFICATION_TYPES,
  ORDER_NOTIFICATION_TYPES,
} from '../src/notifications/index.ts';
import * as seed from './seed.ts';

const ENTRIES = Object.values(ERRORS) as ErrorEntry[];

describe('the contract says what was asked for', () => {
  it('has every constant and limit of section 9', () => {
    const { major, minor } = constants.SAFARI_VERSION_MIN;
    expect({
      pinDigits: constants.PIN_LENGTH,
      transactionCodeDigits: constants.TRANSACTION_CODE_LENGTH,
      accountMin: constants.ACCOUNT_LENGTH_MIN,
      accountMax: constants.ACCOUNT_LENGTH_MAX,
      nicknameMax: constants.NICKNAME_LENGTH_MAX,
      passwordMin: constants.PASSWORD_LENGTH_MIN,
      passwordMax: constants.PASSWORD_LENGTH_MAX,
      ageExample: constants.AGE_YEARS_MIN,
      fileUnitBase: constants.FILE_UNIT_BASE,
      requestTimeoutMs: constants.REQUEST_TIMEOUT_MS,
      retryAfterKeyErrorMs: constants.KEY_ERROR_RETRY_DELAY_MS,
      errorDialogAutoCloseMs: constants.ERROR_DIALOG_AUTO_CLOSE_MS,
      sessionInactivityMs: constants.INACTIVITY_TIMEOUT_MS,
      pushTokenRefreshMs: constants.PUSH_TOKEN_REFRESH_MS,
      supportButtonPx: constants.SUPPORT_BUTTON_SIZE_PX,
      dragOffsetPx: constants.SUPPORT_BUTTON_DRAG_OFFSET_PX,
      maskZIndex: constants.MASK_Z_INDEX,
      notificationDialogPx: constants.NOTIFICATION_DIALOG_WIDTH_PX,
      safari: `${major}.${minor}`,
      deviceIdentityHex: constants.DEVICE_IDENTITY_HEX_LENGTH,
      exchangeKeyBytes: constants.EXCHANGE_PRIVATE_KEY_BYTES,
      logCapMegabytes: constants.DEBUG_LOG_BYTES_MAX / 1024 / 1024,
      scrollThreshold: constants.SCROLL_THRESHOLD_PX,
      chunkLoadTimeoutMs: constants.CHUNK_LOAD_TIMEOUT_MS,
    }).toEqual(seed.SEED_CONSTANTS);
  });

  it('has the crypto configuration of section 3', () =>
    expect(constants.CHANNEL_CRYPTO).toEqual(seed.SEED_CRYPTO));

  it('keeps records under the names of section 3', () => {
    expect(Object.values(constants.STORAGE_KEYS)).toEqual(seed.SEED_STORAGE_NAMES);
    expect(constants.DEBUG_MODES).toEqual(seed.SEED_DEBUG_MODES);
    expect(Object.keys(otherSetUp.shape)).toEqual(seed.SEED_JUMP_FLAGS);
  });

  it('has the fields of section 3 and no other in what a sign-in stores', () => {
    expect(Object.keys(signedIn.shape).toSorted()).toEqual([...seed.SEED_LOGIN_FIELDS].toSorted());
    expect(Object.keys(memberInfo.shape)).toEqual(seed.SEED_MEMBER_INFO_FIELDS);
  });

  it('knows the extra data of a notification', () =>
    expect(EXTRA_FIELDS_ASKED.toSorted()).toEqual([...seed.SEED_EXTRA_FIELDS].toSorted()));

  it.each(seed.SEED_REAL_NAME)(
    'has the real-name status %s as section 4 has it',
    (status, label, passed, editable, redirectsHome) =>
      expect(REAL_NAME_RULES[status]).toMatchObject({ zhTW: label, passed, editable, redirectsHome }),
  );

  it('has the notification types of section 4 with their buttons', () => {
    expect(ORDER_NOTIFICATION_TYPES.toSorted()).toEqual([...seed.SEED_ORDER_TYPES].toSorted());
    const others = seed.SEED_OTHER_TYPES.map(([type]) => type as string);
    expect(NOTIFICATION_TYPES.toSorted()).toEqual([...others, ...seed.SEED_ORDER_TYPES].toSorted());
    for (const [type, buttons] of seed.SEED_OTHER_TYPES)
      expect(NOTIFICATION_RULES[type].buttons).toEqual(buttons);
    for (const type of seed.SEED_ORDER_TYPES)
      expect(NOTIFICATION_RULES[type].buttons).toEqual(['close', 'confirm']);
  });

  it.each(Object.entries(seed.SEED_ERROR_TEXTS))('says %s exactly as section 8: %s', (name, text) =>
    expect(ERRORS[name as keyof typeof seed.SEED_ERROR_TEXTS].zhTW).toBe(text),
  );

  it.each(Object.entries(seed.SEED_ERROR_BEGINNINGS))('begins %s as section 8: %s', (name, text) =>
    expect(ERRORS[name as keyof typeof seed.SEED_ERROR_BEGINNINGS].zhTW.startsWith(text)).toBe(true),
  );

  it('has the codes of section 8, and signs out for three of them alone', () => {
    const codes = ENTRIES.map(({ code }) => code);
    expect(seed.SEED_CODES.filter((code) => !codes.includes(code))).toEqual([]);
    const signOut = ENTRIES.filter(({ signsOut }) => signsOut).map(({ code }) => code);
    expect(signOut).toEqual(seed.SEED_SIGN_OUT_CODES);
    expect({ OFFLINE: ERRORS.OFFLINE.code, PROXY_UNREACHABLE: ERRORS.PROXY_UNREACHABLE.code }).toEqual(
      seed.SEED_NATIVE_STATUSES,
    );
  });
});

/** The commission itself is no part of the repository. */
const COMMISSION = new URL('../../../../shared/spec/seed.md', import.meta.url);

describe.runIf(existsSync(COMMISSION))('the typed data stand in the commission', () => {
  const commission = existsSync(COMMISSION) ? readFileSync(COMMISSION, 'utf8') : '';
  const words = new Set(commission.split(/[^A-Za-z_]+/));

  it('has every row of the table of constants', () => {
    const start = commission.indexOf('## 9.');
    const rows = commission
      .slice(start)
      .split('\n')
      .filter((line) => line.startsWith('| ') && !line.startsWith('| Item'));
    expect(rows).toEqual(seed.SEED_CONSTANT_CELLS);
  });

  it('has every text', () => {
    const texts = [
      ...Object.values(seed.SEED_ERROR_TEXTS),
      ...Object.values(seed.SEED_ERROR_BEGINNINGS),
      ...Object.values(seed.SEED_BUTTONS),
      ...seed.SEED_REAL_NAME.flatMap(([, label]) => label ?? []),
      ...seed.SEED_ROUTES.map((path) => `| ${path} |`),
    ];
    expect(texts.filter((text) => !commission.includes(text))).toEqual([]);
  });

  it('has every name', () => {
    const names = [
      ...seed.SEED_STORAGE_NAMES,
      ...seed.SEED_JUMP_FLAGS,
      ...seed.SEED_LOGIN_FIELDS,
      ...seed.SEED_MEMBER_INFO_FIELDS,
      ...seed.SEED_EXTRA_FIELDS,
      ...seed.SEED_ORDER_TYPES,
      ...seed.SEED_OTHER_TYPES.map(([type]) => type),
    ];
    expect(names.filter((name) => !words.has(name))).toEqual([]);
  });
});
