import { errorText } from '@holdfast/contract/errors';
import { afterEach, beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest';
import { pageStorage } from '@holdfast/client/storage';
import { createFailures } from '@holdfast/client/calls';
import { createNotices } from './notices.ts';
import { pushAskOf } from '../device-records.ts';
import { promptTextFor } from './permission.rules.ts';
import type { PushCarrier } from '#platform/push/port.ts';
import { askForPush, promptForPush, startPush } from './start-push.ts';

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const safari = (version: string) =>
  `Mozilla/5.0 (Macintosh; Intel Mac OS X 13_3) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Safari/605.1.15`;
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Version/17.4 Mobile Safari/604.1';

let log: MockInstance<typeof console.info>;
beforeEach(() => {
  log = vi.spyOn(console, 'info').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

function prepare(permission: NotificationPermission, answer: NotificationPermission = permission) {
  const failures = createFailures();
  const notices = createNotices(failures);
  let starts = 0;
  const push: PushCarrier = {
    permission: () => permission,
    isWorthAsking: () => true,
    request: async () => answer,
    start: async () => {
      starts += 1;
      return undefined;
    },
    show: async () => {},
  };
  return {
    parts: { push, notices, failures, tab: pageStorage() },
    prompts: () => notices.read().prompts,
    errors: () => notices.read().errors.map(({ code }) => code),
    starts: () => starts,
  };
}

describe('the start of the app', () => {
  test.each([
    ['granted', CHROME, 1, [], []],
    ['granted', safari('16.4'), 1, [], []],
    ['granted', safari('16.3'), 0, [], ['SAFARI_TOO_OLD']],
    ['denied', CHROME, 0, ['notification-permission'], []],
    ['default', CHROME, 0, ['notification-permission'], []],
  ] as const)('with notifications %s in %s', (permission, userAgent, starts, prompts, errors) => {
    const { parts, ...seen } = prepare(permission);
    startPush(parts, userAgent);
    expect(seen.prompts()).toEqual([]);
    promptForPush(parts, userAgent);
    expect([seen.starts(), seen.prompts(), seen.errors()]).toEqual([starts, prompts, errors]);
  });

  test('asks nobody whose browser could not notify after a yes, and tries that out only before it asks', () => {
    const { parts, prompts } = prepare('default');
    const isWorthAsking = vi.fn(() => false);
    promptForPush({ ...parts, push: { ...parts.push, isWorthAsking } }, CHROME);
    expect([prompts(), isWorthAsking.mock.calls.length]).toEqual([[], 1]);
    pushAskOf(parts.tab).write(true);
    promptForPush({ ...parts, push: { ...parts.push, isWorthAsking } }, CHROME);
    expect(isWorthAsking).toHaveBeenCalledTimes(1);
  });

  test('says no word again to who was asked in this tab, and starts all the same', () => {
    const denied = prepare('denied');
    pushAskOf(denied.parts.tab).write(true);
    promptForPush(denied.parts, CHROME);
    expect(denied.prompts()).toEqual([]);
    const old = prepare('granted');
    startPush(old.parts, safari('16.3'));
    const { tab } = old.parts;
    const reloaded = prepare('granted');
    startPush({ ...reloaded.parts, tab }, safari('16.3'));
    expect([old.errors(), reloaded.errors()]).toEqual([['SAFARI_TOO_OLD'], []]);
    startPush({ ...reloaded.parts, tab }, CHROME);
    expect(reloaded.starts()).toBe(1);
  });

  test('only logs that a carrier has no registration token', async () => {
    const { parts, errors, prompts } = prepare('granted');
    startPush(parts, CHROME);
    await expect.poll(() => log.mock.calls).toEqual([['There is no push registration token']]);
    expect([errors(), prompts()]).toEqual([[], []]);
    startPush({ ...parts, push: { ...parts.push, start: async () => 'a token' } }, CHROME);
    await Promise.resolve();
    expect(log).toHaveBeenCalledTimes(1);
  });
});

describe('確認 on the prompt', () => {
  test.each([
    ['granted', CHROME, 1, []],
    ['denied', CHROME, 0, ['NOTIFICATION_DENIED']],
    ['default', CHROME, 0, ['NOTIFICATION_DENIED']],
    ['granted', safari('15.6'), 0, ['SAFARI_TOO_OLD']],
  ] as const)('with the answer %s in %s', async (answer, userAgent, starts, errors) => {
    const { parts, ...seen } = prepare('default', answer);
    await askForPush(parts, userAgent);
    expect([seen.starts(), seen.errors()]).toEqual([starts, errors]);
  });

  test('a refusal is said in the words that were asked for', () => {
    expect(errorText('NOTIFICATION_DENIED')).toBe('請設置瀏覽器"允許接收通知"');
    expect([promptTextFor(IPHONE), promptTextFor(CHROME)]).toEqual(['ios', 'computer']);
  });
});
