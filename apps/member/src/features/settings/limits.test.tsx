import { appError } from '@holdfast/contract/errors';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fakeServices } from '#test/fake-services.ts';
import { fakeWorld, type FakeWorld } from '#test/fake-world.ts';
import { openApp } from '#test/render.tsx';

async function openLimits(dailyLimits: FakeWorld['dailyLimits'] = {}) {
  const world: FakeWorld = { ...fakeWorld(), dailyLimits };
  world.info = { ...world.info, userLevel: 1 };
  const app = openApp('/home?panel=limits', fakeServices({ world }));
  const panel = within(await screen.findByRole('dialog', { name: '每日交易上限' }));
  await panel.findByRole('list', { name: 'USDT' });
  const rows = (coin: string) =>
    within(panel.getByRole('list', { name: coin }))
      .getAllByRole('listitem')
      .map((row) => row.textContent);
  return { ...app, world, panel, rows };
}

async function setTo(
  { user, panel }: Awaited<ReturnType<typeof openLimits>>,
  button: string,
  amount: string,
) {
  await user.click(panel.getByRole('button', { name: button }));
  const sheet = within(await screen.findByRole('dialog', { name: /每日上限/ }));
  await user.type(sheet.getByLabelText('每天最多'), amount);
  await user.click(sheet.getByRole('button', { name: '儲存' }));
}

const typeSecret = async ({ user, world }: Awaited<ReturnType<typeof openLimits>>) => {
  const sheet = within(await screen.findByRole('dialog', { name: '輸入交易密碼' }));
  for (const digit of world.member.transpass) await user.click(sheet.getByRole('button', { name: digit }));
};

describe('the daily limits', () => {
  test('say what a day allows, by level or by the own setting, and what is used of it', async () => {
    const { rows } = await openLimits({
      'TWD buy': { used: '3000' },
      'TWD sell': { ownMax: '50000', used: '60000' },
      'USDT sell': { ownMax: '0' },
    });
    expect(rows('TWD')).toEqual([
      '買入每天最多 1,000,000（等級上限）今天已用 3,000，還剩 997,000變更',
      '賣出每天最多 50,000（您的設定）今天已用 60,000，還剩 0變更',
    ]);
    expect(rows('USDT')[1]).toBe('賣出每天最多 0（您的設定），所以不能成交今天已用 0，還剩 0變更');
  });

  test('are lowered at once, with the transaction code', async () => {
    const app = await openLimits();
    await setTo(app, '變更買入 TWD 的上限', '20000');
    await typeSecret(app);
    expect(await screen.findByText('上限已變更')).toBeTruthy();
    expect(app.rows('TWD')[0]).toContain('每天最多 20,000（您的設定）');
  });

  test('are raised after a day, which is said before and after, and can be given up', async () => {
    const app = await openLimits({ 'TWD buy': { ownMax: '20000' } });
    await setTo(app, '變更買入 TWD 的上限', '30000');
    await typeSecret(app);
    expect(await screen.findByText('上限將在 24 小時後調高')).toBeTruthy();
    expect(app.rows('TWD')[0]).toMatch(/每天最多 20,000（您的設定）.*起改為 30,000/);
    await app.user.click(app.panel.getByRole('button', { name: '變更買入 TWD 的上限' }));
    await app.user.click(await screen.findByRole('button', { name: '取消調高，維持 20,000' }));
    await typeSecret(app);
    expect(await screen.findByText('已取消調高，維持原來的上限')).toBeTruthy();
    expect(app.rows('TWD')[0]).not.toContain('起改為');
  });

  test('are read anew also where a change was not answered as it should be', async () => {
    const app = await openLimits();
    await setTo(app, '變更買入 TWD 的上限', '20000');
    app.world.dailyLimits = { 'TWD buy': { ownMax: '20000' } };
    app.server.set('/member/limits/set', appError('NOTHING_CHANGES'));
    await typeSecret(app);
    await waitFor(() => expect(app.rows('TWD')[0]).toContain('每天最多 20,000（您的設定）'));
  });

  test('keep the amount that was typed when the sheet is left, until it is saved', async () => {
    const app = await openLimits();
    const amount = async () =>
      within(await screen.findByRole('dialog', { name: /每日上限/ })).getByLabelText<HTMLInputElement>(
        '每天最多',
      );
    const openIt = () => app.user.click(app.panel.getByRole('button', { name: '變更買入 TWD 的上限' }));
    await openIt();
    await app.user.type(await amount(), '20000');
    await app.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^買入 TWD/ })).toBeNull());
    await openIt();
    expect((await amount()).value).toBe('20,000');
    await app.user.click(screen.getByRole('button', { name: '儲存' }));
    await typeSecret(app);
    expect(await screen.findByText('上限已變更')).toBeTruthy();
    await openIt();
    expect((await amount()).value).toBe('');
  });

  test('take no more than the level allows, and a refusal stands in its place with what was typed', async () => {
    const app = await openLimits();
    await setTo(app, '變更賣出 USDT 的上限', '32000.5');
    expect(screen.getByText('您的等級每天最多 32,000')).toBeTruthy();
    app.server.set('/member/limits/set', appError('OWN_LIMIT_ABOVE_LEVEL', { max: '16000.00 USDT' }));
    const sheet = within(screen.getByRole('dialog', { name: /每日上限/ }));
    await app.user.clear(sheet.getByLabelText('每天最多'));
    await app.user.type(sheet.getByLabelText('每天最多'), '20000');
    await app.user.click(sheet.getByRole('button', { name: '儲存' }));
    await typeSecret(app);
    const back = within(await screen.findByRole('dialog', { name: /每日上限/ }));
    expect((await back.findByRole('alert')).textContent).toBe('您的等級每天最多 16000.00 USDT');
    expect(back.getByLabelText<HTMLInputElement>('每天最多').value).toBe('20,000');
  });
});
