import { appError } from '@holdfast/contract/errors';
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fakeServices } from '#test/fake-services.ts';
import { emptyWorld } from '#test/fake-world.ts';
import { openApp } from '#test/render.tsx';

describe('records', () => {
  test('say day by day what happened, with whom, how much and what was available then', async () => {
    openApp('/home?panel=journal');
    const panel = within(await screen.findByRole('dialog', { name: '收支紀錄' }));
    const rowsOf = async (day: string) =>
      within(await panel.findByRole('list', { name: day }))
        .getAllByRole('listitem')
        .map((row) => row.textContent);
    expect(await rowsOf('今天')).toEqual([
      '買入 5,000 TWD・小薇13:42・可用餘額 12,480.00+4,995.00',
      '鎖定 3,000 TWD・阿哲13:32・可用餘額 7,485.003,000.00',
      '掛單保管 3,000 TWD12:32・可用餘額 7,485.00−3,000.00',
    ]);
    expect(await rowsOf('昨天')).toEqual(['賣出 1,200 TWD・阿哲14:02・可用餘額 10,485.00−1,200.00']);
  });

  test('lead to the order that they are about, and nowhere where there is none', async () => {
    openApp('/home?panel=journal');
    const panel = within(await screen.findByRole('dialog', { name: '收支紀錄' }));
    const locked = await panel.findByRole('link', { name: /鎖定 3,000/ });
    expect(locked.getAttribute('href')).toBe('/front-end-order?orderId=501');
    expect(panel.queryByRole('link', { name: /掛單保管/ })).toBeNull();
  });

  test('of the other coin are a list of their own', async () => {
    const { user } = openApp('/home?panel=journal');
    const panel = within(await screen.findByRole('dialog', { name: '收支紀錄' }));
    await user.click(panel.getByRole('radio', { name: 'USDT' }));
    expect(await panel.findByText('−100')).toBeTruthy();
  });

  test('say when there are none', async () => {
    openApp('/home?panel=journal', fakeServices({ world: emptyWorld() }));
    expect(await screen.findByText('還沒有 TWD 的紀錄')).toBeTruthy();
  });

  test('offer to try again when they cannot be loaded', async () => {
    const services = fakeServices();
    services.server.set('/api/wallet/get-journal', appError('DATABASE_UNAVAILABLE'));
    openApp('/home?panel=journal', services);
    const panel = within(await screen.findByRole('dialog', { name: '收支紀錄' }));
    expect(await panel.findByRole('button', { name: '再試一次' })).toBeTruthy();
  });
});
