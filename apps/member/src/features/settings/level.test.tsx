import { appError } from '@holdfast/contract/errors';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fakeServices } from '#test/fake-services.ts';
import { emptyWorld, fakeWorld, type FakeWorld } from '#test/fake-world.ts';
import { openApp } from '#test/render.tsx';

const READY = { finished: 20, ended: 21, partners: 10, days: 30 };

async function openRecord(change: Partial<FakeWorld>, level: number, from = fakeWorld()) {
  const world = { ...from, ...change, info: { ...from.info, userLevel: level } };
  const app = openApp('/home?panel=record', fakeServices({ world }));
  const panel = within(await screen.findByRole('dialog', { name: '我的交易紀錄' }));
  await panel.findByRole('heading', { name: `會員等級 Lv.${level}` });
  return { ...app, panel };
}

describe('the own level', () => {
  test('stands among all of them, each with what it opens', async () => {
    const { panel } = await openRecord({}, 1);
    const rows = within(panel.getByRole('list', { name: '每一級可以做什麼' })).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      'Lv.0同時進行 1 筆訂單 · 買入的幣隔天結束後可用 · 每天買賣各 500,000 TWD、16,000 USDT',
      'Lv.1同時進行 1 筆訂單 · 買入的幣隔天結束後可用 · 每天買賣各 1,000,000 TWD、32,000 USDT目前等級',
      'Lv.2同時進行 3 筆訂單 · 買入的幣立即可用 · 每天買賣各 3,000,000 TWD、100,000 USDT',
    ]);
  });

  test('says how far the next one is, need by need, and offers nothing that is not earned', async () => {
    const { panel } = await openRecord({}, 1);
    const needs = within(panel.getByRole('list', { name: '升到 Lv.2 需要' })).getAllByRole('listitem');
    expect(needs.map((row) => row.textContent)).toEqual([
      '完成 20 筆訂單您完成了 12 筆還差 8',
      '和 10 位會員交易過您和 6 位會員交易過還差 4',
      '完成率 80% 以上您的完成率是 92.3%已達成',
      '註冊滿 30 天您註冊了 200 天已達成',
    ]);
    expect(panel.queryByRole('button', { name: /升到/ })).toBeNull();
  });

  test('tells a newcomer that completion is not counted yet', async () => {
    const { panel } = await openRecord({}, 0, emptyWorld());
    expect(panel.getByText('結束的訂單滿 5 筆後才會計算')).toBeTruthy();
  });

  test('is taken with one tap once all is met, and the focus stays with the news', async () => {
    const { user, panel, services } = await openRecord({ record: READY }, 0);
    await user.click(panel.getByRole('button', { name: '升到 Lv.2' }));
    const heading = await panel.findByRole('heading', { name: '會員等級 Lv.2' });
    expect(document.activeElement).toBe(heading);
    expect(panel.getByText('這是靠交易可以達到的最高等級。')).toBeTruthy();
    await waitFor(() => expect(services.session.read()?.memberInfo?.userLevel).toBe(2));
  });

  test('that the server does not give says why, in its place', async () => {
    const { user, panel, server } = await openRecord({ record: READY }, 1);
    server.set('/member/level/raise', appError('LEVEL_NOT_EARNED'));
    await user.click(panel.getByRole('button', { name: '升到 Lv.2' }));
    expect((await panel.findByRole('alert')).textContent).toBe('您還不符合下一級的條件');
  });

  test('above the table opens what its last row does', async () => {
    const { panel } = await openRecord({}, 4);
    expect(panel.getByText('您的等級由客服給予，可以做的和 Lv.2 相同。')).toBeTruthy();
    expect(panel.queryByText('目前等級')).toBeNull();
  });

  test('that support has lowered says so, and promises nothing', async () => {
    const { panel } = await openRecord({ record: READY, isLevelKept: true, ownLocksMax: 5 }, 1);
    expect(panel.getByText(/您的等級由客服設定/)).toBeTruthy();
    expect(panel.getByText(/同時進行 5 筆訂單，不受等級影響/)).toBeTruthy();
    expect(panel.queryByRole('button', { name: /升到/ })).toBeNull();
    expect(panel.queryByRole('list', { name: /升到/ })).toBeNull();
  });
});
