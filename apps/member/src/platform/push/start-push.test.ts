import { errorText } from '@holdfast/contract';
import { describe, expect, test } from 'vitest';
import { createFailures } from '../calls/failures.ts';
import { createNotices } from '../notices/notices.ts';
import { promptTextFor } from './permission.rules.ts';
import type { PushCarrier } from './port.ts';
import { askForPush, startPush } from './start-push.ts';

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const safari = (version: string) =>
  `Mozilla/5.0 (Macintosh; Intel Mac OS X 13_3) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Safari/605.1.15`;
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Version/17.4 Mobile Safari/604.1';

type Permission = ReturnType<PushCarrier['permission']>;

function prepare(permission: Permission, answer: Permission = permission) {
  const failures = createFailures();
  const notices = createNotices(failures);
  let starts = 0;
  const push: PushCarrier = {
    permission: () => permission,
    request: async () => answer,
    start: () => void (starts += 1),
  };
  return {
    parts: { push, notices, failures },
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
    expect([seen.starts(), seen.prompts(), seen.errors()]).toEqual([starts, prompts, errors]);
  });

  test('asks nothing where no push message can arrive', () => {
    const { parts, prompts } = prepare('default');
    startPush({ ...parts, push: undefined }, CHROME);
    expect(prompts()).toEqual([]);
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
