import { appError } from '@holdfast/contract/errors';
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fakeServices } from '#test/fake-services.ts';
import { emptyWorld } from '#test/fake-world.ts';
import { openApp } from '#test/render.tsx';

describe('records', () => {
  test('show each movement with its sign, its time and the balance after it', async () => {
    openApp('/home?panel=journal');
    const rows = within(await screen.findByRole('list', { name: '收支紀錄' })).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      '買入13:42+4,995.00可用餘額 12,480.00',
      '訂單鎖定13:32可用餘額 7,485.00',
      '掛單保管12:32−3,000.00可用餘額 7,485.00',
      '賣出8月16日 14:02−1,200.00可用餘額 10,485.00',
    ]);
  });

  test('of the other coin are a list of their own', async () => {
    const { user } = openApp('/home?panel=journal');
    const panel = within(await screen.findByRole('dialog', { name: '收支紀錄' }));
    await user.click(panel.getByRole('radio', { name: 'USDT' }));
    expect(await panel.findByText('−100')).toBeTruthy();
  });

  test('say when there are none', async () => {
    openApp('/home?panel=journal', fakeServices({ world: emptyWorld() }));
    expect(await screen.findByText('這個幣別還沒有紀錄')).toBeTruthy();
  });

  test('offer to try again when they cannot be loaded', async () => {
    const services = fakeServices();
    services.server.set('/api/wallet/get-journal', appError('DATABASE_UNAVAILABLE'));
    openApp('/home?panel=journal', services);
    const panel = within(await screen.findByRole('dialog', { name: '收支紀錄' }));
    expect(await panel.findByRole('button', { name: '再試一次' })).toBeTruthy();
  });
});
