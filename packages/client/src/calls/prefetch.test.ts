import { describe, expect, test } from 'vitest';
import type { CallApi } from './call-api.ts';
import { createPrefetch } from './prefetch.ts';

const BALANCES = '/member/balanceinfo';
const JOURNAL = '/api/wallet/get-journal';

function prepare() {
  const sent: string[] = [];
  const callApi = (async (path: string, args: object) => {
    sent.push(path + JSON.stringify(args));
    return { nth: sent.length };
  }) as unknown as CallApi;
  return { sent, ...createPrefetch(callApi) };
}

describe('a prefetched read', () => {
  test('is sent in the background and answers the screen that asks for the same', async () => {
    const { sent, prefetch, callApi } = prepare();
    prefetch(BALANCES, {});
    expect(await callApi(BALANCES, { isBackground: true })).toEqual({ nth: 1 });
    expect(sent).toEqual([`${BALANCES}{"isBackground":true}`]);
  });

  test('answers once: a second read is sent', async () => {
    const { sent, prefetch, callApi } = prepare();
    prefetch(BALANCES, {});
    await callApi(BALANCES, { isBackground: true });
    await callApi(BALANCES, { isBackground: true });
    expect(sent).toHaveLength(2);
  });

  test('answers neither another input nor a call in the foreground', async () => {
    const { sent, prefetch, callApi } = prepare();
    prefetch(JOURNAL, { input: {} });
    await callApi(JOURNAL, { input: { cursor: 'x' }, isBackground: true });
    prefetch(BALANCES, {});
    await callApi(BALANCES, {});
    expect(sent).toHaveLength(4);
  });

  test('answers nobody after the member has gone', async () => {
    const { sent, prefetch, callApi, clear } = prepare();
    prefetch(BALANCES, {});
    clear();
    await callApi(BALANCES, { isBackground: true });
    expect(sent).toHaveLength(2);
  });

  test('is sent again by the screen when it failed before that', async () => {
    let tries = 0;
    const { prefetch, callApi } = createPrefetch((async () => {
      tries += 1;
      if (tries === 1) throw new Error('away');
      return {};
    }) as unknown as CallApi);
    prefetch(BALANCES, {});
    await new Promise((resolve) => setTimeout(resolve));
    await callApi(BALANCES, { isBackground: true });
    expect(tries).toBe(2);
  });
});
