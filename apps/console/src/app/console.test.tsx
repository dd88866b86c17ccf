import { AppError } from '@holdfast/kernel';
import type { OperatorRole } from '@holdfast/contract/operators';
import { createMemoryHistory } from '@tanstack/react-router';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { money, work } from '#test/answers/dashboard.ts';
import { memberListings } from '#test/answers/listings.ts';
import { memberDetail, memberList, noMembers } from '#test/answers/members.ts';
import { auditList, operatorList, requestList } from '#test/answers/operators.ts';
import { fakeServices, type FakeAnswers } from '#test/fake-services.ts';
import { App } from './app.tsx';
import { createConsoleRouter } from './router.tsx';

/** The whole console at an address, on a server of answers, and the hands of an operator. */

const ANSWERS: FakeAnswers = {
  '/operator/dashboard/work': work,
  '/operator/dashboard/money': money,
  '/member/appbk/memberList': memberList,
  '/operator/member/detail/{account}': memberDetail,
  '/operator/listing/list': memberListings,
  '/operator/request/list': requestList,
  '/operator/request/decide': {},
  '/operator/administration/list': operatorList,
  '/operator/audit/list': auditList,
};

function openConsole(address: string, role: OperatorRole | 'nobody' = 'admin', answers: FakeAnswers = {}) {
  globalThis.scrollTo = () => {};
  const services = fakeServices({
    role: role === 'nobody' ? undefined : role,
    answers: { ...ANSWERS, ...answers },
  });
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createConsoleRouter(services, history);
  render(<App services={services} router={router} />);
  const asked = (path: string) => services.server.asked.filter((call) => call.path === path);
  return {
    services,
    server: services.server,
    asked,
    user: userEvent.setup(),
    address: () => history.location.href,
  };
}

const title = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });

describe('the console', () => {
  it('asks whoever is not signed in to do so, and remembers where they wanted to go', async () => {
    const { address, server } = openConsole('/audit?action=operator-enrolled', 'nobody');
    await title('後台登入');
    expect(address()).toBe(`/sign-in?next=${encodeURIComponent('/audit?action=operator-enrolled')}`);
    expect(server.asked).toEqual([]);
  });

  it.each([
    ['support', '會員', '稽核紀錄'],
    ['risk', '稽核紀錄', '後台人員'],
    ['admin', '後台人員', '沒有這個項目'],
  ] as const)('shows %s a menu with %s and without %s', async (role, has, lacks) => {
    openConsole('/', role);
    const menu = await screen.findByRole('navigation', { name: '主選單' });
    expect(within(menu).getByRole('link', { name: has })).toBeDefined();
    expect(within(menu).queryByRole('link', { name: lacks })).toBeNull();
  });

  it('tells what stands in the audit log in words', async () => {
    openConsole('/audit');
    const log = await screen.findByRole('table', { name: '稽核紀錄' });
    expect(within(log).getAllByText('顯示完整內容：是 · 送件編號：17').length).toBeGreaterThan(0);
    expect(within(log).getAllByText('正面：反光遮住了文字，請換個角度重拍').length).toBeGreaterThan(0);
    expect(within(log).getAllByText('理由：會員來電詢問', { exact: false }).length).toBeGreaterThan(0);
    expect(within(log).getAllByText('訂單手續費').length).toBeGreaterThan(0);
    expect(within(log).getAllByText(/^原本：0\.15% · 變更為：0\.25%/).length).toBeGreaterThan(0);
    expect(within(log).getAllByText('系統維護 7').length).toBeGreaterThan(0);
  });

  it('finds an action of the log by a part of its name, and any of them again', async () => {
    const { user, address } = openConsole('/audit');
    await screen.findByRole('table', { name: '稽核紀錄' });
    await user.type(screen.getByRole('combobox', { name: '動作' }), '實名清單');
    await user.click(await screen.findByRole('option', { name: '下載實名清單' }));
    await user.click(screen.getByRole('button', { name: '搜尋' }));
    await waitFor(() => expect(address()).toBe('/audit?action=identity-list-downloaded'));
    await user.click(await screen.findByRole('button', { name: '清除動作' }));
    await user.click(screen.getByRole('button', { name: '搜尋' }));
    await waitFor(() => expect(address()).toBe('/audit'));
  });

  it('says why a session has ended, and forgets it', async () => {
    const { services, address } = openConsole('/members');
    await title('會員');
    services.failures.report(new AppError('SESSION_TIMEOUT'));
    await title('後台登入');
    expect(services.session.read()).toBeUndefined();
    expect(address()).toContain('ended=timeout');
    expect(address()).toContain(`next=${encodeURIComponent('/members')}`);
  });

  it('warns of the end of a session before it comes', async () => {
    const { services } = openConsole('/');
    await title('總覽');
    expect(screen.queryByRole('button', { name: '繼續使用' })).toBeNull();
    const ends = new Date(services.serverNow() + 2 * 60_000).toISOString();
    const me = services.handlers['/operator/me']?.({ params: {}, input: {} });
    if (!me) throw new Error('there is an operator');
    openConsole('/', 'admin', { '/operator/me': { ...me, endsAt: ends } });
    expect(await screen.findByRole('button', { name: '繼續使用' })).toBeDefined();
  });

  it('finds a page for every address, and says so of one that is none', async () => {
    openConsole('/nowhere');
    expect(await title('找不到這個頁面')).toBeDefined();
  });
});

describe('the overview', () => {
  it('shows what is late and what is stuck, and the numbers of the chart as a table', async () => {
    const { user } = openConsole('/', 'treasury');
    const late = await screen.findByRole('row', { name: /實名驗證/ });
    expect(
      within(late)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['9', '14', '4']);
    expect(await screen.findByRole('row', { name: '卡單（待裁決） 1' })).toBeDefined();
    await user.click(screen.getByText('以表格顯示'));
    const table = screen.getByRole('table', { name: '會員登入，最近 48 小時' });
    expect(within(table).getAllByRole('row')).toHaveLength(49);
    expect(await screen.findByText(/對帳完成，沒有不符/)).toBeDefined();
    expect(screen.getByRole('row', { name: '發行 −12,500,000.00 −410,000.000000' })).toBeDefined();
    expect(screen.getByRole('row', { name: '待釐清款項 0.00 —' })).toBeDefined();
  });

  it('asks for the balances of the platform only where they may be seen', async () => {
    const { asked } = openConsole('/', 'support');
    await screen.findByRole('row', { name: /實名驗證/ });
    expect(screen.queryByText('平台帳戶')).toBeNull();
    expect(asked('/operator/dashboard/money')).toEqual([]);
  });

  it('says at once that the ledger does not reconcile', async () => {
    const reconciliation = { at: '2026-08-17T19:02:00.000Z', findings: 3, isOverdue: false };
    openConsole('/', 'treasury', { '/operator/dashboard/money': { ...money, reconciliation } });
    expect(await screen.findByText(/對帳發現 3 筆不符，請立即處理/)).toBeDefined();
    expect(screen.queryByText(/之後的對帳沒有完成/)).toBeNull();
  });

  it('says that the ledger was not checked for 26 hours, and not that it reconciles', async () => {
    const reconciliation = { at: '2026-08-17T19:02:00.000Z', findings: 0, isOverdue: true };
    openConsole('/', 'treasury', { '/operator/dashboard/money': { ...money, reconciliation } });
    expect(await screen.findByText(/之後的對帳沒有完成/)).toBeDefined();
    expect(screen.queryByText(/沒有不符/)).toBeNull();
  });
});

describe('the members', () => {
  it.each(['0912345678', 'amber.lin@mail.example', 'A123456789', '0123456789012', '林小安'])(
    'are found by %s, which stands in no address',
    async (value) => {
      const { user, asked, address } = openConsole('/members', 'support');
      await title('會員');
      await user.type(screen.getByLabelText('搜尋會員'), `${value}{Enter}`);
      await waitFor(() => expect(asked('/member/appbk/memberList').at(-1)?.input).toEqual({ search: value }));
      expect(address()).toBe('/members');
    },
  );

  it('are found by the beginning of an account, which can be linked to', async () => {
    const { user, address } = openConsole('/members', 'support', { '/member/appbk/memberList': noMembers });
    await title('會員');
    await user.type(screen.getByLabelText('搜尋會員'), 'amber{Enter}');
    await waitFor(() => expect(address()).toBe('/members?search=amber'));
    const [clear] = await screen.findAllByRole('button', { name: '清除條件' });
    if (clear) await user.click(clear);
    await waitFor(() => expect(address()).toBe('/members'));
  });

  it('can be asked for again when the network was gone', async () => {
    const { server, user } = openConsole('/members');
    server.set('/member/appbk/memberList', new AppError('CONNECTION_FAILED'));
    const again = await screen.findByRole('button', { name: '再試一次' });
    server.set('/member/appbk/memberList', undefined);
    await user.click(again);
    expect(await screen.findByRole('table', { name: '會員' })).toBeDefined();
  });

  it('are not asked for again by whoever may not see them', async () => {
    const { server } = openConsole('/members');
    server.set('/member/appbk/memberList', new AppError('ROLE_NOT_ALLOWED'));
    expect(await screen.findByText('您的帳號不能使用這項功能')).toBeDefined();
    expect(screen.queryByRole('button', { name: '再試一次' })).toBeNull();
  });

  it('show a value for a reason alone', async () => {
    const { user, asked } = openConsole('/member?account=amberlin88', 'support', {
      '/operator/member/reveal/{account}': { value: '+886912345310' },
    });
    await title('amberlin88');
    const [, mobile] = await screen.findAllByRole('button', { name: '顯示' });
    if (!mobile) throw new Error('a mobile can be shown');
    await user.click(mobile);
    const sheet = await screen.findByRole('dialog', { name: '顯示手機' });
    await user.click(within(sheet).getByRole('button', { name: '顯示' }));
    expect(asked('/operator/member/reveal/{account}')).toEqual([]);
    await user.type(within(sheet).getByLabelText('理由'), '會員來電{Enter}');
    expect(await screen.findByText('+886912345310')).toBeDefined();
    expect(asked('/operator/member/reveal/{account}').map(({ input }) => input)).toEqual([
      { field: 'mobile', reason: '會員來電' },
    ]);
  });
});

describe('the requests', () => {
  it('are approved by keyboard, with what will happen before the eyes', async () => {
    const { user, asked } = openConsole('/requests');
    await screen.findAllByText('變更會員權限');
    await user.keyboard('a');
    const sheet = await screen.findByRole('dialog', { name: '核准並立即執行？' });
    expect(within(sheet).getByRole('row', { name: '登入 允許 禁止' })).toBeDefined();
    await user.type(within(sheet).getByLabelText('附註（選填）'), '{Enter}');
    await waitFor(() =>
      expect(asked('/operator/request/decide').map(({ input }) => input)).toEqual([
        { id: '71', verdict: 'approved', note: '' },
      ]),
    );
  });

  it('leave the keyboard at what takes the place of the one that was decided, and at the title after the last', async () => {
    const { user, services } = openConsole('/requests');
    const items = [...requestList.items];
    services.handlers['/operator/request/list'] = () => ({ items, next: null });
    services.handlers['/operator/request/decide'] = () => {
      items.shift();
      return {};
    };
    const refuseFirst = async () => {
      const [button] = await screen.findAllByRole('button', { name: /^(退回|撤回)/ });
      button?.focus();
      await user.keyboard('{Enter}');
      const sheet = within(await screen.findByRole('dialog'));
      sheet.getByRole('button', { name: /^(退回|撤回)/ }).focus();
      await user.keyboard('{Enter}');
    };
    await refuseFirst();
    await waitFor(() => expect(document.activeElement?.textContent).toContain('new@operators.example'));
    expect(document.activeElement?.tagName).toBe('LI');
    await refuseFirst();
    await waitFor(() => expect(document.activeElement?.textContent).toContain('wu@operators.example'));
    await refuseFirst();
    await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'));
  });

  it('cannot be approved by whoever asked, nor when they rest on something else by now', async () => {
    const { user } = openConsole('/requests');
    await screen.findByText('您提出的申請，請由另一位處理');
    for (const key of ['j', 'a', 'j', 'a']) await user.keyboard(key);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getAllByRole('button', { name: '核准' })).toHaveLength(1);
  });
});

it('every key that does something is listed by ?', async () => {
  const { user } = openConsole('/requests');
  await screen.findAllByText('變更會員權限');
  await user.keyboard('?');
  const list = await screen.findByRole('alertdialog', { name: '鍵盤快速鍵' });
  for (const name of ['總覽', '核准', '退回']) expect(within(list).getByText(name)).toBeDefined();
});
