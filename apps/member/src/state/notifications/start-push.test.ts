import { describe, expect, test } from 'vitest';
import { fakePush } from '#test/fake-push.ts';
import { pageStorage } from '@holdfast/client/storage';
import { createFailures } from '@holdfast/client/calls';
import { createNotices } from './notices.ts';
import { pushAskOf } from '../member-records.ts';
import { isPushOffOf } from './push-records.ts';
import { promptTextFor } from './permission.rules.ts';
import { promptForPush, startPush } from './start-push.ts';

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const safari = (version: string) =>
  `Mozilla/5.0 (Macintosh; Intel Mac OS X 13_3) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Safari/605.1.15`;
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Version/17.4 Mobile Safari/604.1';

function prepare(permission: NotificationPermission) {
  const failures = createFailures();
  const notices = createNotices(failures);
  const push = fakePush({ permission });
  return {
    parts: { push, notices, failures, tab: pageStorage(), shared: pageStorage() },
    prompts: () => notices.read().prompts,
    errors: () => notices.read().errors.map(({ code }) => code),
    starts: async () => {
      await push.open();
      return push.starts;
    },
  };
}

describe('the start of the app', () => {
  test.each([
    ['granted', CHROME, 1, [], []],
    ['granted', safari('16.4'), 1, [], []],
    ['granted', safari('16.3'), 0, [], ['SAFARI_TOO_OLD']],
    ['denied', CHROME, 0, ['notification-permission'], []],
    ['default', CHROME, 0, ['notification-permission'], []],
  ] as const)('with notifications %s in %s', async (permission, userAgent, starts, prompts, errors) => {
    const { parts, ...seen } = prepare(permission);
    startPush(parts, userAgent);
    expect(seen.prompts()).toEqual([]);
    promptForPush(parts, userAgent);
    expect([await seen.starts(), seen.prompts(), seen.errors()]).toEqual([starts, prompts, errors]);
  });

  test('neither starts nor asks where notifications were turned off', async () => {
    for (const permission of ['granted', 'default'] as const) {
      const { parts, ...seen } = prepare(permission);
      isPushOffOf(parts.shared).write(true);
      startPush(parts, CHROME);
      promptForPush(parts, CHROME);
      expect([await seen.starts(), seen.prompts()]).toEqual([0, []]);
    }
  });

  test('says no word again to who was asked in this tab, and starts all the same', async () => {
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
    expect(await reloaded.starts()).toBe(1);
  });
});

const ANDROID = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';

test.each([
  [CHROME, false, 'default', 'computer'],
  [CHROME, false, 'denied', 'computer'],
  [ANDROID, false, 'default', 'phone'],
  [ANDROID, false, 'denied', 'phone-denied'],
  [IPHONE, true, 'default', 'home-screen'],
  [IPHONE, false, 'default', 'phone'],
] as const)(
  'the prompt of %s (needs the home screen: %s, %s) is that of a %s',
  (userAgent, needsHomeScreen, permission, kind) => {
    expect(promptTextFor({ userAgent, needsHomeScreen, permission })).toBe(kind);
  },
);
