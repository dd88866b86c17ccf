import type { Page } from '@playwright/test';
import { broadcastList, broadcastRequests, noBroadcasts } from '#test/answers/broadcasts.ts';
import { press, type Picture } from '../picture.ts';

const ANSWERS = {
  '/operator/broadcast/list': broadcastList,
  '/operator/broadcast/count': { count: 48_210, isEstimate: false },
  '/operator/request/list': broadcastRequests,
};

async function write(page: Page): Promise<void> {
  await press(page, /^(撰寫公告|Write a broadcast)$/);
  const fill = (name: RegExp, text: string) => page.getByRole('textbox', { name }).fill(text);
  await fill(/標題（中文）|Title \(Chinese\)/, '週六凌晨系統更新');
  await fill(/內容（中文）|Text \(Chinese\)/, '系統將於週六凌晨兩點更新。\n\n期間可照常使用。');
  await fill(/標題（英文）|Title \(English\)/, 'An update early on Saturday');
  await fill(
    /內容（英文）|Text \(English\)/,
    'We update at two on Saturday morning.\n\nYou can trade as usual.',
  );
}

export const BROADCASTS: readonly Picture[] = [
  {
    name: 'console-broadcasts',
    title: 'Broadcasts',
    address: '/broadcasts',
    reads: ['/operator/broadcast/list'],
    answers: ANSWERS,
    empty: { '/operator/broadcast/list': noBroadcasts },
  },
  {
    name: 'console-broadcasts-preview',
    title: 'A broadcast as members will see it',
    address: '/broadcasts',
    answers: ANSWERS,
    act: async (page) => {
      await write(page);
      await page.getByRole('region', { name: /^(預覽|Preview)$/ }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'console-broadcasts-ask',
    title: 'Asking for a broadcast',
    address: '/broadcasts',
    answers: ANSWERS,
    act: async (page) => {
      await write(page);
      await press(page, /^(預覽並送出|Review and send)$/);
    },
  },
  {
    name: 'console-broadcasts-request',
    title: 'A broadcast that waits for a second operator',
    address: '/requests',
    answers: ANSWERS,
  },
];
