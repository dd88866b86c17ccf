import { AppError } from '@holdfast/kernel';
import { createMemoryHistory } from '@tanstack/react-router';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { App } from '#app/app.tsx';
import { createConsoleRouter } from '#app/router.tsx';
import { maintenances, noMaintenance } from '#test/answers/settings.ts';
import { fakeServices } from '#test/fake-services.ts';

async function open(known = noMaintenance, role: 'admin' | 'risk' = 'admin') {
  const services = fakeServices({ role, answers: { '/operator/maintenance/read': known } });
  globalThis.scrollTo = () => {};
  const router = createConsoleRouter(services, createMemoryHistory({ initialEntries: ['/maintenance'] }));
  render(<App services={services} router={router} />);
  await screen.findByRole('region', { name: '系統中斷紀錄' });
  const asked = (path: string) =>
    services.server.asked.filter((call) => call.path === path).map(({ input }) => input);
  return { services, asked, user: userEvent.setup() };
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

test('an outage that goes on is declared from a time of Taipei, with a reason; a refusal keeps what was typed', async () => {
  const { services, asked, user } = await open();
  services.handlers['/operator/outage/declare'] = () => {
    throw new AppError('OUTAGE_KNOWN');
  };
  await user.click(screen.getAllByRole('button', { name: '下一步' }).at(-1) as HTMLElement);
  expect(screen.getByText('請輸入完整的日期與時間')).toBeTruthy();
  type('中斷開始', '2026-08-17T12:00');
  await user.click(screen.getAllByRole('button', { name: '下一步' }).at(-1) as HTMLElement);
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/直到有人宣告結束/)).toBeTruthy();
  await user.type(dialog.getByLabelText('理由'), '銀行全面中斷');
  await user.click(dialog.getByRole('button', { name: '確定宣告' }));
  expect(await dialog.findByText(/已經記錄為中斷或維護/)).toBeTruthy();
  services.handlers['/operator/outage/declare'] = () => ({ ids: ['4'] });
  await user.click(dialog.getByRole('button', { name: '確定宣告' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = { from: '2026-08-17T04:00:00.000Z', reason: '銀行全面中斷' };
  expect(asked('/operator/outage/declare')).toEqual([sent, sent]);
});

test('one that runs is said to be over by who may, and the ledger is read by others', async () => {
  const { services, asked, user } = await open(maintenances);
  services.handlers['/operator/outage/end'] = () => ({});
  expect(screen.getByText('系統自行偵測')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '宣告中斷結束' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('理由'), '銀行恢復了');
  await user.click(dialog.getByRole('button', { name: '宣告中斷結束' }));
  await waitFor(() => expect(asked('/operator/outage/end')).toEqual([{ id: '9', reason: '銀行恢復了' }]));
});

test('who may not manage reads it alone', async () => {
  await open(maintenances, 'risk');
  expect(screen.queryByRole('button', { name: '宣告中斷結束' })).toBeNull();
  expect(screen.queryByLabelText('中斷開始')).toBeNull();
});
