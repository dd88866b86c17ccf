import { errorText } from '@holdfast/contract/errors';
import { describe, expect, test } from 'vitest';
import { fakePush } from '#test/fake-push.ts';
import { fakeServices } from '#test/fake-services.ts';
import { askForPush } from './ask-for-push.ts';

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const OLD_SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 13_3) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.6 Safari/605.1.15';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Version/17.4 Mobile/15E148 Safari/604.1';
const WISHES = { language: 'zh-TW', isPrivate: false } as const;

async function ask(userAgent: string, options: Parameters<typeof fakePush>[0]) {
  const push = fakePush(options);
  const services = { ...fakeServices(), push };
  await askForPush(services, WISHES, userAgent);
  return {
    isRegistered: push.bound !== undefined,
    errors: services.notices.read().errors.map(({ code }) => code),
  };
}

describe('確認 on the prompt', () => {
  test.each([
    ['granted', CHROME, true, []],
    ['denied', CHROME, false, ['NOTIFICATION_DENIED']],
    ['default', CHROME, false, ['NOTIFICATION_DENIED']],
    ['granted', OLD_SAFARI, false, ['SAFARI_TOO_OLD']],
  ] as const)('with the answer %s in %s', async (answer, userAgent, isRegistered, errors) => {
    expect(await ask(userAgent, { permission: 'default', answer })).toEqual({ isRegistered, errors });
  });

  test('asks nothing of an iPhone that is not on the home screen: its prompt has said how to get there', async () => {
    const answer = await ask(IPHONE, { permission: 'default', needsHomeScreen: true });
    expect(answer).toEqual({ isRegistered: false, errors: [] });
  });

  test('says of a push service that refuses nothing: the tab tells, and the next refresh tries again', async () => {
    const answer = await ask(CHROME, { permission: 'default', answer: 'granted', refuses: true });
    expect(answer).toEqual({ isRegistered: false, errors: [] });
  });

  test('a refusal is said in the words that were asked for', () => {
    expect(errorText('NOTIFICATION_DENIED')).toBe('請設置瀏覽器"允許接收通知"');
  });
});
