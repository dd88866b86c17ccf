import { AppError } from '@holdfast/kernel';
import type { OperatorRole } from '@holdfast/contract/operators';
import { createMemoryHistory } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { App } from '#app/app.tsx';
import { createConsoleRouter } from '#app/router.tsx';
import { feeRequests, noRequests } from '#test/answers/operators.ts';
import { noHistory, settingHistory, settingList, untouchedSettings } from '#test/answers/settings.ts';
import { fakeServices, type FakeAnswers, type FakeServices } from '#test/fake-services.ts';

const FULL: FakeAnswers = {
  '/operator/setting/list': settingList,
  '/operator/setting/history': settingHistory,
  '/operator/request/list': feeRequests,
};
const UNTOUCHED: FakeAnswers = {
  '/operator/setting/list': untouchedSettings,
  '/operator/setting/history': noHistory,
  '/operator/request/list': noRequests,
};

function show(services: FakeServices, address: string) {
  globalThis.scrollTo = () => {};
  const router = createConsoleRouter(services, createMemoryHistory({ initialEntries: [address] }));
  render(<App services={services} router={router} />);
}

async function open({
  role = 'admin',
  answers = FULL,
  address = '/settings',
}: { role?: OperatorRole; answers?: FakeAnswers; address?: string } = {}) {
  const services = fakeServices({ role, answers });
  services.handlers['/operator/setting/change'] = () => ({ requestId: '80' });
  show(services, address);
  await screen.findByRole('heading', { level: 1, name: '系統設定' });
  const asked = (path: string) =>
    services.server.asked.filter((call) => call.path === path).map(({ input }) => input);
  return { services, asked, user: userEvent.setup() };
}

const rowOf = async (group: string, name: RegExp) => {
  const table = await screen.findByRole('table', { name: group });
  return within(within(table).getByRole('row', { name }));
};
const dialog = async () => within(await screen.findByRole('dialog'));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

async function openFee(options: Parameters<typeof open>[0] = {}) {
  const opened = await open(options);
  const row = await rowOf('手續費', /訂單手續費/);
  await opened.user.click(row.getByRole('button', { name: '變更' }));
  await dialog();
  return opened;
}
const next = async (user: ReturnType<typeof userEvent.setup>) =>
  user.click((await dialog()).getByRole('button', { name: '繼續' }));

describe('the settings', () => {
  test('say what holds since when, what comes, and what waits for a second person', async () => {
    await open();
    const fee = await rowOf('手續費', /訂單手續費/);
    expect(fee.getByText('0.15%')).toBeTruthy();
    expect(fee.getByText(/^0\.2%，.* 起$/)).toBeTruthy();
    expect((await fee.findByRole('link', { name: '等待覆核 1 件' })).getAttribute('href')).toBe(
      '/requests?subject=setting%3Afee.order',
    );
    const windows = await rowOf('訂單時限', /付款時限/);
    expect(windows.getByText('15、20、30、45、60 分鐘')).toBeTruthy();
    expect(windows.getByText('預設值')).toBeTruthy();
  });

  test('tell who has set what and why, of one setting by its address', async () => {
    const { asked, user } = await open();
    const table = within(await screen.findByRole('table', { name: '變更紀錄' }));
    expect(table.getByText(/活動取消/)).toBeTruthy();
    expect(table.getAllByText('chen@operators.example 核准').length).toBeGreaterThan(0);
    await user.click((await rowOf('手續費', /訂單手續費/)).getByRole('link', { name: '變更紀錄' }));
    await screen.findByRole('heading', { name: '變更紀錄：訂單手續費' });
    expect(asked('/operator/setting/history').at(-1)).toEqual({ name: 'fee.order' });
  });

  test('are seen and not changed by risk', async () => {
    await open({ role: 'risk' });
    await rowOf('手續費', /訂單手續費/);
    await screen.findByRole('table', { name: '變更紀錄' });
    expect(screen.queryByRole('button', { name: /^(變更|撤回)$/ })).toBeNull();
  });

  test('that nobody has changed say so', async () => {
    await open({ answers: UNTOUCHED });
    expect(await screen.findByText('還沒有人變更過設定')).toBeTruthy();
    expect((await rowOf('手續費', /訂單手續費/)).getByText('0.1%')).toBeTruthy();
  });
});

describe('a change', () => {
  test('of a fee is shown whole before it is asked for: from what, to what, from when, until when', async () => {
    const { asked, user } = await openFee();
    type('改為', '0.25');
    type('開始生效', '2026-08-19T09:00');
    await next(user);
    const sheet = await dialog();
    expect(sheet.getByText(/訂單手續費：0\.15% → 0\.25%，.*8月19日 09:00 起生效。/)).toBeTruthy();
    expect(sheet.getByText(/只到 .* 為止/)).toBeTruthy();
    expect(sheet.getByText('買入 10,000 TWD 的手續費：15 → 25 TWD。')).toBeTruthy();
    expect(sheet.getByText(/需要另一位管理員核准/)).toBeTruthy();
    await user.type(sheet.getByLabelText('理由'), '配合促銷');
    await user.click(sheet.getByRole('button', { name: '送出申請' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked('/operator/setting/change')).toEqual([
      {
        name: 'fee.order',
        value: '25',
        seen: '15',
        startsAt: '2026-08-19T01:00:00.000Z',
        reason: '配合促銷',
      },
    ]);
    expect(screen.getByText('已送出申請，等待另一位管理員核准')).toBeTruthy();
  });

  test('of a clock holds at once, by one person', async () => {
    const { services, asked, user } = await open();
    services.handlers['/operator/setting/change'] = () => ({ requestId: null });
    await user.click((await rowOf('訂單時限', /確認收款/)).getByRole('button', { name: '變更' }));
    type('改為', '30');
    await next(user);
    const sheet = await dialog();
    expect(sheet.getByText('賣家確認收款的時間：20 分鐘 → 30 分鐘，立即生效。')).toBeTruthy();
    await user.type(sheet.getByLabelText('理由'), '連假期間');
    await user.click(sheet.getByRole('button', { name: '確定變更' }));
    expect(await screen.findByText('設定已變更')).toBeTruthy();
    expect(asked('/operator/setting/change')).toEqual([
      { name: 'clock.ack', value: '30', seen: '20', reason: '連假期間' },
    ]);
  });

  test('of the times to pay begins with those that there are', async () => {
    const { asked, user } = await open();
    await user.click((await rowOf('訂單時限', /付款時限/)).getByRole('button', { name: '變更' }));
    await user.click((await dialog()).getByRole('checkbox', { name: '60 分鐘' }));
    await next(user);
    const sheet = await dialog();
    await user.type(sheet.getByLabelText('理由'), '太長了吧');
    await user.click(sheet.getByRole('button', { name: '確定變更' }));
    await waitFor(() => expect(asked('/operator/setting/change')).toHaveLength(1));
    expect(asked('/operator/setting/change')).toMatchObject([
      { value: '15,20,30,45', seen: '15,20,30,45,60' },
    ]);
  });

  test.each([
    ['', '', '這個值不在可以設定的範圍內'],
    ['1.01', '', '這個值不在可以設定的範圍內'],
    ['0.255', '', '這個值不在可以設定的範圍內'],
    ['0.15', '', '與屆時的設定相同'],
    ['0.25', '2026-08-17T13:00', '這個時間已經過去'],
  ])('to %j from %j on is not asked for: %s', async (value, startsAt, why) => {
    const { asked, user } = await openFee();
    type('改為', value);
    type('開始生效', startsAt);
    await next(user);
    expect((await dialog()).getByText(why)).toBeTruthy();
    expect(asked('/operator/setting/change')).toEqual([]);
  });

  test('that somebody else was faster with stays typed, says so, and the screen asks for what holds now', async () => {
    const { services, asked, user } = await openFee();
    services.handlers['/operator/setting/change'] = () => {
      services.handlers['/operator/setting/list'] = () => ({
        ...settingList,
        settings: settingList.settings.map((one) =>
          one.name === 'fee.order' ? { ...one, value: '18' } : one,
        ),
      });
      throw new AppError('SETTING_CHANGED');
    };
    type('改為', '0.25');
    await next(user);
    const before = asked('/operator/setting/list').length;
    await user.type((await dialog()).getByLabelText('理由'), '配合促銷');
    await user.click((await dialog()).getByRole('button', { name: '送出申請' }));
    expect((await (await dialog()).findByRole('alert')).textContent).toContain('已由他人變更');
    await waitFor(() => expect(asked('/operator/setting/list').length).toBeGreaterThan(before));
    await user.click((await dialog()).getByRole('button', { name: '關閉' }));
    await next(user);
    expect((await dialog()).getByText(/：0\.18% → 0\.25%/)).toBeTruthy();
    cleanup();
    show(services, '/settings');
    await user.click((await rowOf('手續費', /訂單手續費/)).getByRole('button', { name: '變更' }));
    expect((await dialog()).getByLabelText<HTMLInputElement>('改為').value).toBe('0.25');
  });

  test('that is planned is withdrawn with a reason', async () => {
    const { services, asked, user } = await open();
    services.handlers['/operator/setting/withdraw'] = () => ({});
    const table = within(await screen.findByRole('table', { name: '變更紀錄' }));
    await user.click(table.getByRole('button', { name: '撤回' }));
    const sheet = await dialog();
    expect(sheet.getByText(/訂單手續費到時不會改為 0\.2%/)).toBeTruthy();
    await user.type(sheet.getByLabelText('理由'), '延後實施');
    await user.click(sheet.getByRole('button', { name: '撤回' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked('/operator/setting/withdraw')).toEqual([{ id: '9', reason: '延後實施' }]);
  });
});

test('a request says the setting and its values in words', async () => {
  const services = fakeServices({ role: 'admin', answers: FULL });
  show(services, '/requests');
  const row = within(await screen.findByRole('row', { name: /訂單手續費/ }));
  expect(row.getByText('0.15%')).toBeTruthy();
  expect(row.getByText('0.25%')).toBeTruthy();
  expect(screen.queryByText(/fee\.order/)).toBeNull();
});

test('amounts are grouped: one zero more or less must be seen', async () => {
  await open({ answers: UNTOUCHED });
  const limit = await rowOf('上限', /等級 1 每天買入與賣出的 TWD 上限/);
  expect(limit.getByText('NT$ 1,000,000')).toBeTruthy();
  const coin = await rowOf('上限', /等級 1 每天買入與賣出的 USDT 上限/);
  expect(coin.getByText('32,000 USDT')).toBeTruthy();
});
