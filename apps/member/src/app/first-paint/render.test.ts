import { ChannelClient } from '@holdfast/secure-channel/browser';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderFirstPaint } from './render.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  // The generator of secp256k1: a point like any server's.
  const S = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
  vi.stubGlobal('__CHANNEL_KEYS__', [{ kid: 1, S }]);
  vi.stubGlobal('__APP_VERSION__', '0.0.0');
  vi.stubGlobal('addEventListener', () => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('the rendering of the first paint sends no request and leaves no timer, so the build ends', async () => {
  const call = vi.spyOn(ChannelClient.prototype, 'call');
  const pages = await renderFirstPaint();
  expect(call).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
  expect(pages.map(({ page, language }) => `${page} ${language}`).toSorted()).toEqual([
    'frame en',
    'frame zh-CN',
    'frame zh-TW',
    'login en',
    'login zh-CN',
    'login zh-TW',
  ]);
  expect(pages.filter(({ html }) => html.includes('<!--$!-->'))).toEqual([]);
});
