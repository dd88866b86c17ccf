import { makeServerKey } from '@holdfast/secure-channel/node';
import { describe, expect, test } from 'vitest';
import { NetworkFailure, type Network } from '../network/port.ts';
import { ChannelFailure } from './channel.ts';
import { createWebChannel } from './channel-web.ts';
import { toErrorNote, toErrorText } from './use-error-text.ts';

/** What a member reads when the exchange fails like this: the text, and the hint below it. */
async function textsOf(post: Network['post'], isOnline = true): Promise<(string | undefined)[]> {
  const { kid, publicKey } = makeServerKey(1);
  const network: Network = {
    post,
    isOnline: () => isOnline,
    onChange: () => {},
    openStream: () => Promise.reject(new Error('none')),
  };
  const channel = createWebChannel({ keys: [{ kid, S: publicKey }], device: () => 'f'.repeat(16), network });
  const asked = channel.call({
    endpoint: '/proxypost',
    bUrl: '/member/balanceinfo',
    rid: undefined,
    pairs: [],
  });
  const failure = await asked.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(failure instanceof ChannelFailure)) throw new Error('it did not fail as a channel does');
  return [toErrorText(failure.error, 'zh-TW'), toErrorNote(failure.error, 'zh-TW')];
}

const rejects = (error: Error) => async () => {
  throw error;
};

describe('a connection that fails', () => {
  test.each([
    ['the native shell has no network', new NetworkFailure(-6, 'no network'), '您尚未連接網路'],
    ['the native shell has no proxy', new NetworkFailure(-1, 'refused'), '連線代理伺服器失敗'],
    ['the native shell has another reason', new NetworkFailure(-3, 'TLS broke'), '連線失敗：TLS broke (-3)'],
    ['a browser says no more than that', new TypeError('Failed to fetch'), '連線代理伺服器失敗'],
  ])('because %s', async (_, error, text) =>
    expect(await textsOf(rejects(error))).toEqual([text, undefined]),
  );

  test('in a browser that knows it is offline has the same text, and says that as the hint', async () => {
    const texts = await textsOf(rejects(new TypeError('Failed to fetch')), false);
    expect(texts).toEqual(['連線代理伺服器失敗', '您尚未連接網路']);
  });

  test('by a status that is not 200 names it and the address', async () => {
    const [text] = await textsOf(async () => ({ status: 502, text: 'Bad Gateway', retryAfter: null }));
    expect(text).toBe('連線失敗：HTTP 502（/proxyconfig）');
  });
});
