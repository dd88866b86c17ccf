import { AppError } from '@holdfast/kernel';
import type { OperatorRole } from '@holdfast/contract/operators';
import { createMemoryHistory } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { App } from '#app/app.tsx';
import { createConsoleRouter } from '#app/router.tsx';
import { broadcastList, broadcastRequests, noBroadcasts } from '#test/answers/broadcasts.ts';
import { fakeServices, type FakeAnswers, type FakeServices } from '#test/fake-services.ts';

const FULL: FakeAnswers = {
  '/operator/broadcast/list': broadcastList,
  '/operator/broadcast/count': { count: 48_210, isEstimate: false },
  '/operator/request/list': broadcastRequests,
};

function show(services: FakeServices, address: string) {
  globalThis.scrollTo = () => {};
  const router = createConsoleRouter(services, createMemoryHistory({ initialEntries: [address] }));
  render(<App services={services} router={router} />);
}

async function open({ role = 'admin', answers = FULL }: { role?: OperatorRole; answers?: FakeAnswers } = {}) {
  const services = fakeServices({ role, answers });
  services.handlers['/operator/broadcast/ask'] = () => ({ id: '12', requestId: '95' });
  show(services, '/broadcasts');
  await screen.findByRole('heading', { level: 2, name: '所有公告' });
  const asked = (path: string) =>
    services.server.asked.filter((call) => call.path === path).map(({ input }) => input);
  return { services, asked, user: userEvent.setup() };
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const dialog = async () => within(await screen.findByRole('dialog'));
const cardOf = (title: string) => within(screen.getByRole('group', { name: title }));

const TEXTS = {
  titleZh: '更新',
  textZh: '週六更新。',
  titleEn: 'Update',
  textEn: 'We update on Saturday.',
};
function write() {
  type('標題（中文）', TEXTS.titleZh);
  type('內容（中文）', TEXTS.textZh);
  type('標題（英文）', TEXTS.titleEn);
  type('內容（英文）', TEXTS.textEn);
}
const begin = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: '撰寫公告' }));
const next = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: '預覽並送出' }));

describe('writing a broadcast', () => {
  test('shows both languages as members see them, says to how many, and asks', async () => {
    const { asked, user } = await open();
    await begin(user);
    write();
    type('對象', 'level');
    type('等級', '3');
    type('點開後前往', 'security');
    type('發送時間', '2026-08-19T09:00');
    const preview = within(screen.getByRole('region', { name: '預覽' }));
    expect(preview.getAllByText('We update on Saturday.')).toHaveLength(2);
    expect(preview.getByText('Announcement from Holdfast')).toBeTruthy();
    await next(user);
    const sheet = await dialog();
    expect(await sheet.findByText(/一般公告將發給 48,210 位會員，.*8月19日 09:00 發送。/)).toBeTruthy();
    expect(asked('/operator/broadcast/count')).toEqual([
      { kind: 'news', audience: 'level', audienceValue: '3' },
    ]);
    await user.type(sheet.getByLabelText('理由'), '例行更新');
    await user.click(sheet.getByRole('button', { name: '送出申請' }));
    expect(await screen.findByText('已送出申請，等待另一位核准')).toBeTruthy();
    expect(asked('/operator/broadcast/ask')).toEqual([
      {
        ...TEXTS,
        kind: 'news',
        audience: 'level',
        audienceValue: '3',
        link: 'security',
        startsAt: '2026-08-19T01:00:00.000Z',
        reason: '例行更新',
      },
    ]);
    expect(screen.queryByLabelText('標題（中文）')).toBeNull();
  });

  test.each([
    [48_000, /將發給 約 48,000 位會員（抽樣估計）/],
    [0, /將發給 很少的會員/],
  ])('to more than can be counted says that %s is an estimate', async (count, text) => {
    const answers = { ...FULL, '/operator/broadcast/count': { count, isEstimate: true } };
    const { user } = await open({ answers });
    await begin(user);
    write();
    await next(user);
    expect(await (await dialog()).findByText(text)).toBeTruthy();
  });

  test('that is not whole or holds an address says so beside the field, and nothing is asked', async () => {
    const { user } = await open();
    await begin(user);
    write();
    type('內容（英文）', 'Visit https://evil.example now');
    type('標題（中文）', ' ');
    type('發送時間', '2020-01-01T09:00');
    await next(user);
    expect(screen.getByText('請填寫')).toBeTruthy();
    expect(screen.getByText('只能是純文字，不可含網址或隱藏字元')).toBeTruthy();
    expect(screen.getByText('這個時間已經過去')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('loses nothing of what was typed at a reload or a refusal', async () => {
    const { services, user } = await open();
    services.handlers['/operator/broadcast/ask'] = () => {
      throw new AppError('BROADCAST_NOBODY');
    };
    await begin(user);
    write();
    await next(user);
    await user.type((await dialog()).getByLabelText('理由'), '例行更新');
    await user.click((await dialog()).getByRole('button', { name: '送出申請' }));
    expect((await (await dialog()).findByRole('alert')).textContent).toContain('沒有符合條件的會員');
    cleanup();
    show(services, '/broadcasts');
    expect((await screen.findByLabelText<HTMLInputElement>('標題（中文）')).value).toBe('更新');
  });

  test('offers the film only where there is one', async () => {
    const { user } = await open({ answers: { ...FULL, '/operator/broadcast/list': noBroadcasts } });
    await begin(user);
    expect(screen.queryByRole('radio', { name: '介紹影片' })).toBeNull();
    expect(screen.getByText('系統尚未設定介紹影片，所以不能選擇。')).toBeTruthy();
    expect(screen.getByText('還沒有公告')).toBeTruthy();
  });
});

describe('the list', () => {
  test('says how far each has gone, who did what, and why one was stopped', async () => {
    await open();
    const running = screen.getAllByRole('group', { name: '週六凌晨系統更新' })[0];
    expect(running && within(running).getByRole('progressbar', { name: '進度 33.1%' })).toBeTruthy();
    expect(running?.textContent).toContain('2,113 位（預計約 6,400 位）');
    expect(running?.textContent).toContain('871 位');
    expect(screen.getByText(/rui@operators\.example 於 .* 停止：日期寫錯了/)).toBeTruthy();
  });

  test('stops one with a reason', async () => {
    const { services, asked, user } = await open();
    services.handlers['/operator/broadcast/stop'] = () => ({});
    await user.click(cardOf('一分鐘看懂穩付').getByRole('button', { name: '停止發送' }));
    const sheet = await dialog();
    await user.type(sheet.getByLabelText('理由'), '影片要換');
    await user.click(sheet.getByRole('button', { name: '停止發送' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked('/operator/broadcast/stop')).toEqual([{ id: '9', reason: '影片要換' }]);
  });

  test('changes one that has not begun by asking for another in its place', async () => {
    const { asked, user } = await open();
    await user.click(cardOf('假客服電話正在流傳').getByRole('button', { name: '修改' }));
    expect(screen.getByRole('heading', { name: '修改公告 11' })).toBeTruthy();
    type('標題（中文）', '假客服電話');
    await next(user);
    const sheet = await dialog();
    await user.type(sheet.getByLabelText('理由'), '縮短標題');
    await user.click(sheet.getByRole('button', { name: '送出申請' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked('/operator/broadcast/ask')).toMatchObject([
      { kind: 'safety', titleZh: '假客服電話', link: 'devices', replaces: '11' },
    ]);
  });

  test('is read by support, who can neither write nor stop', async () => {
    await open({ role: 'support' });
    expect(screen.queryByLabelText('標題（中文）')).toBeNull();
    expect(screen.queryByRole('button', { name: /撰寫公告|停止發送|修改|以此撰寫新的/ })).toBeNull();
  });
});

test('a request says the broadcast whole, in words', async () => {
  const services = fakeServices({ role: 'risk', answers: FULL });
  show(services, '/requests');
  const table = within(await screen.findByRole('table'));
  expect(table.getByText('安全公告')).toBeTruthy();
  expect(table.getByText('裝置與登入')).toBeTruthy();
  expect(table.getByText(/接到這樣的電話請立即掛斷/)).toBeTruthy();
  expect(screen.getByText(/公告 11/)).toBeTruthy();
  expect(screen.queryByText(/live-order|broadcast:|sendAt/)).toBeNull();
});
