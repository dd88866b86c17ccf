import { AppError } from '@holdfast/kernel';
import type { OperatorRole } from '@holdfast/contract/operators';
import { createMemoryHistory } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { App } from '#app/app.tsx';
import { createConsoleRouter } from '#app/router.tsx';
import { maintenances, noMaintenance } from '#test/answers/settings.ts';
import { fakeServices, type FakeServices } from '#test/fake-services.ts';

function show(services: FakeServices) {
  globalThis.scrollTo = () => {};
  const router = createConsoleRouter(services, createMemoryHistory({ initialEntries: ['/maintenance'] }));
  render(<App services={services} router={router} />);
}

async function open(role: OperatorRole = 'admin', known = noMaintenance) {
  const services = fakeServices({ role, answers: { '/operator/maintenance/read': known } });
  show(services);
  await screen.findByRole('heading', { level: 1, name: '系統維護' });
  const asked = (path: string) =>
    services.server.asked.filter((call) => call.path === path).map(({ input }) => input);
  return { services, asked, user: userEvent.setup() };
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

test('a maintenance is planned in Taipei time, after what members read and what happens has been shown', async () => {
  const { services, asked, user } = await open();
  services.handlers['/operator/maintenance/plan'] = () => ({ id: '7' });
  await screen.findByRole('form', { name: '安排維護' });
  type('開始', '2026-08-17T22:00');
  type('結束', '2026-08-18T00:30');
  type('給會員的說明（中文）', '資料庫升級。');
  await user.click(screen.getByRole('button', { name: '繼續' }));
  expect(screen.getByText('兩種語言都要填，或都留空')).toBeTruthy();
  type('給會員的說明（英文）', 'A new database.');
  const preview = within(screen.getByRole('region', { name: '會員看到的內容' }));
  expect(preview.getByText(/系統將於台北時間 22:00 至 8月18日 00:30 維護.*資料庫升級。/)).toBeTruthy();
  expect(preview.getByText(/back at Aug 18 00:30 Taipei time.*A new database\./)).toBeTruthy();

  await user.click(screen.getByRole('button', { name: '繼續' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/共 150 分鐘/)).toBeTruthy();
  await user.type(dialog.getByLabelText('理由'), '主版本升級');
  await user.click(dialog.getByRole('button', { name: '確定安排' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked('/operator/maintenance/plan')).toEqual([
    {
      from: '2026-08-17T14:00:00.000Z',
      until: '2026-08-17T16:30:00.000Z',
      messageZh: '資料庫升級。',
      messageEn: 'A new database.',
      reason: '主版本升級',
    },
  ]);
  expect(screen.getByLabelText<HTMLInputElement>('結束').value).toBe('');
});

test('without a beginning it begins at once, and the dialog says so; a refusal stands in it', async () => {
  const { services, asked, user } = await open();
  services.handlers['/operator/maintenance/plan'] = () => {
    throw new AppError('MAINTENANCE_OVERLAPS');
  };
  await screen.findByRole('form', { name: '安排維護' });
  type('結束', '2026-08-17T14:32');
  await user.click(screen.getByRole('button', { name: '繼續' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/維護立即開始.*約 30 分鐘/)).toBeTruthy();
  await user.type(dialog.getByLabelText('理由'), '資料庫故障');
  await user.click(dialog.getByRole('button', { name: '立即開始維護' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('重疊');
  expect(asked('/operator/maintenance/plan')).toMatchObject([{ until: '2026-08-17T06:32:00.000Z' }]);
  expect(asked('/operator/maintenance/plan')[0]).not.toHaveProperty('from');
});

test.each([
  ['', '', '請輸入結束時間'],
  ['', '2026-08-17T14:00', '這個時間已經過去'],
  ['2026-08-17T13:00', '2026-08-17T15:00', '這個時間已經過去'],
  ['2026-08-17T16:00', '2026-08-17T15:00', '結束時間必須晚於開始時間'],
])('from %s until %s is not sent: %s', async (from, until, why) => {
  const { user } = await open();
  await screen.findByRole('form', { name: '安排維護' });
  type('開始', from);
  type('結束', until);
  await user.click(screen.getByRole('button', { name: '繼續' }));
  expect(screen.getByText(why)).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('what is typed is there again when the screen is', async () => {
  const { services } = await open();
  await screen.findByRole('form', { name: '安排維護' });
  type('結束', '2026-08-18T00:30');
  cleanup();
  show(services);
  expect((await screen.findByLabelText<HTMLInputElement>('結束')).value).toBe('2026-08-18T00:30');
});

test('the one that runs is ended and the planned one cancelled, each by its own number', async () => {
  const { services, asked, user } = await open('admin', maintenances);
  services.handlers['/operator/maintenance/end'] = () => ({});
  for (const [name, action] of [
    ['維護進行中', '立即結束'],
    ['已排定的維護', '取消這次維護'],
  ] as const) {
    const card = within(await screen.findByRole('region', { name }));
    await user.click(card.getByRole('button', { name: action }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('理由'), '提早完成了');
    await user.click(dialog.getByRole('button', { name: action }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
  expect(asked('/operator/maintenance/end')).toEqual([
    { id: '6', reason: '提早完成了' },
    { id: '7', reason: '提早完成了' },
  ]);
});

test('risk sees who planned what and why, and can change nothing', async () => {
  await open('risk', maintenances);
  const planned = within(await screen.findByRole('region', { name: '已排定的維護' }));
  expect(planned.getByText('資料庫主版本升級')).toBeTruthy();
  expect(planned.getByText(/maximiliana/)).toBeTruthy();
  expect(screen.getByText('以伺服器指令安排')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /結束|取消|繼續/ })).toBeNull();
});
