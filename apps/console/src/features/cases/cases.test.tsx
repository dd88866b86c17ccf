import { AppError, defined } from '@holdfast/kernel';
import type { OperatorRole } from '@holdfast/contract/operators';
import { createMemoryHistory } from '@tanstack/react-router';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { App } from '#app/app.tsx';
import { createConsoleRouter } from '#app/router.tsx';
import {
  caseDetail,
  caseList,
  caseSummary,
  caseThread,
  clearCaseDetail,
  escalatedCase,
  foundOrders,
  freeCase,
  lostCaseSummary,
  ownCase,
  ruledCaseDetail,
  takenCase,
} from '#test/answers/cases.ts';
import { fakeLink } from '#test/fake-files.ts';
import { fakeLive, type FakeLive } from '#test/fake-live.ts';
import { fakeServices, type FakeAnswers } from '#test/fake-services.ts';
import { reply, replyList } from '#test/answers/replies.ts';

beforeEach(() => {
  globalThis.scrollTo = () => {};
});

function open(
  address: string,
  {
    role = 'resolver',
    answers = {},
    live,
  }: { role?: OperatorRole; answers?: FakeAnswers; live?: FakeLive['live'] } = {},
) {
  const services = fakeServices({
    role,
    live,
    answers: {
      '/operator/case/list': caseList,
      '/operator/case/summary': caseSummary,
      '/operator/case/state/{id}': freeCase,
      '/operator/case/detail/{id}': caseDetail,
      '/operator/case/thread': caseThread,
      '/operator/case/claim/{id}': { until: freeCase.claim?.until ?? '2026-11-23T02:00:00.000Z' },
      ...answers,
    },
  });
  const history = createMemoryHistory({ initialEntries: [address] });
  render(<App services={services} router={createConsoleRouter(services, history)} />);
  const inputsOf = (path: string) =>
    services.server.asked.filter((call) => call.path === path).map(({ input }) => input);
  return { services, inputsOf, user: userEvent.setup(), address: () => history.location.href };
}

it('says in words what is late and what is due next, and counts what an operator has to rule', async () => {
  open('/cases');
  const table = within(await screen.findByRole('table', { name: '卡單與申訴' }));
  const late = within(await table.findByRole('row', { name: /HF-261123-0128/ }));
  expect(late.getByText('逾時')).toBeDefined();
  expect(late.getByText('裁決：已過 2 小時 0 分')).toBeDefined();
  expect(late.getByText('買家 提出')).toBeDefined();
  const soon = within(table.getByRole('row', { name: /HF-261123-0131/ }));
  expect(soon.getByText('快到期')).toBeDefined();
  expect(soon.getByText('首次回覆：剩 9 分鐘')).toBeDefined();
  expect(soon.getByText('maximiliana.featherstonehaugh 處理中')).toBeDefined();
  // Those that the parties still settle are not among the three.
  expect(screen.getByRole('link', { name: /卡單與申訴/ }).textContent).toBe('卡單與申訴3');
});

it('keeps the filters in the address', async () => {
  const { user, inputsOf, address } = open('/cases?late=1');
  await screen.findByRole('table');
  expect(inputsOf('/operator/case/list')).toEqual([{ late: '1' }]);
  await user.click(screen.getByRole('radio', { name: '等待裁決 2' }));
  await waitFor(() => expect(inputsOf('/operator/case/list').at(-1)).toEqual({ late: '1', stage: 'case' }));
  await user.selectOptions(screen.getByLabelText('認領'), 'mine');
  await waitFor(() => expect(address()).toBe('/cases?late=1&stage=case&holder=mine'));
});

it('claims the next one by a key, and says when there is none', async () => {
  const { user, services, address } = open('/cases', {
    answers: { '/operator/case/next': { id: null } },
  });
  await screen.findByRole('table');
  await user.keyboard('n');
  expect(await screen.findByText('沒有等待裁決的訂單了')).toBeDefined();
  services.handlers['/operator/case/next'] = () => ({ id: '128' });
  await user.keyboard('n');
  await waitFor(() => expect(address()).toBe('/case?order=128'));
});

it('tells what somebody else has taken over until it is known', async () => {
  const { user } = open('/cases', { answers: { '/operator/case/summary': lostCaseSummary } });
  expect(await screen.findByText(/接手了您處理中的訂單 HF-261122-0099/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: '知道了' }));
  await waitFor(() => expect(screen.queryByText(/接手了您處理中的訂單/)).toBeNull());
});

it('lets support look and claim nothing', async () => {
  open('/case?order=128', { role: 'support' });
  expect(await screen.findByText('您的角色只能檢視')).toBeDefined();
  expect(screen.queryByRole('button', { name: /認領/ })).toBeNull();
});

it('claims the order that is looked at, and gives it back', async () => {
  const { user, services, inputsOf } = open('/case?order=128');
  await user.click(await screen.findByRole('button', { name: /認領/ }));
  await waitFor(() => expect(inputsOf('/operator/case/claim/{id}')).toEqual([{}]));
  services.handlers['/operator/case/state/{id}'] = () => ownCase;
  services.handlers['/operator/case/release/{id}'] = () => ({});
  await user.click(screen.getByRole('button', { name: /認領/ }));
  await user.click(await screen.findByRole('button', { name: /放回/ }));
  expect(await screen.findByText('已放回清單')).toBeDefined();
});

it('takes over for a reason alone, names the claim as it was seen, and says who had taken it', async () => {
  const { user, services, inputsOf } = open('/case?order=128', {
    answers: { '/operator/case/state/{id}': takenCase },
  });
  expect(await screen.findByText(/接手了這一件，您不能再裁決/)).toBeDefined();
  services.server.set('/operator/case/claim/{id}', new AppError('REVIEW_NOT_HELD'));
  await user.click(screen.getByRole('button', { name: /接手/ }));
  const sheet = within(await screen.findByRole('dialog'));
  await user.type(sheet.getByLabelText('理由'), '對方已下班');
  await user.click(sheet.getByRole('button', { name: '接手' }));
  expect(await sheet.findByRole('alert')).toBeDefined();
  expect(inputsOf('/operator/case/claim/{id}')).toEqual([
    { reason: '對方已下班', since: takenCase.claim?.since },
  ]);
});

it('shows a claimed order with statement, events and postings, and a personal value for a reason alone', async () => {
  const { user, inputsOf } = open('/case?order=128', {
    answers: {
      '/operator/case/state/{id}': ownCase,
      '/operator/case/detail/{id}': clearCaseDetail,
      '/operator/case/reveal/{id}': { value: '林予安' },
    },
  });
  expect(await screen.findByRole('heading', { name: 'HF-261123-0128' })).toBeDefined();
  expect(screen.getByText(/我在 10:24 已用國泰轉帳/)).toBeDefined();
  expect(eventOf('申訴').getByText('理由：已付款，賣家不放行')).toBeDefined();
  expect(within(screen.getByRole('group', { name: '帳務' })).getByText('+3,000.00 TWD')).toBeDefined();
  await user.click(screen.getByRole('button', { name: '顯示買家姓名' }));
  const sheet = within(await screen.findByRole('dialog'));
  await user.type(sheet.getByLabelText('理由'), '核對付款人');
  await user.click(sheet.getByRole('button', { name: '顯示' }));
  expect(await screen.findByText('林予安')).toBeDefined();
  expect(inputsOf('/operator/case/reveal/{id}')).toEqual([{ what: 'payer-name', reason: '核對付款人' }]);
});

/** What the timeline says of the one event of this name. */
function eventOf(name: string | RegExp) {
  const events = within(screen.getByRole('list', { name: '經過' }));
  return within(defined(events.getByText(name, { selector: 'strong' }).closest('li'), 'its item'));
}

it('says what happened in words, amounts with their decimals, and no name that only the machine has', async () => {
  const parts = { name: 'parts.payer', value: '120050' };
  const split = {
    ...defined(caseDetail.timeline[0], 'the lock'),
    version: 9,
    event: 'split' as const,
    detail: [parts],
  };
  open('/case?order=128', {
    answers: {
      '/operator/case/detail/{id}': { ...caseDetail, timeline: [...caseDetail.timeline, split] },
    },
  });
  await screen.findByRole('list', { name: '經過' });
  const saysOf = (name: string | RegExp) =>
    eventOf(name)
      .getAllByRole('listitem')
      .map((item) => (item.textContent ?? '').replace(/(?<=期限|提醒付款)：.*/, ''));
  expect(saysOf('鎖定')).toEqual(['託管來源：掛單保留的餘額', '付款期限', '提醒付款']);
  expect(saysOf('申報已付款')).toEqual(['付款方式：銀行轉帳', '憑證：1 份檔案', '確認收款期限']);
  expect(saysOf(/拆分/)).toEqual(['買家分得：1,200.5 TWD']);
});

it('asks why before it hands over the evidence, and offers it to who has claimed the order alone', async () => {
  const saved: string[] = [];
  Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} });
  HTMLAnchorElement.prototype.click = function click() {
    saved.push(this.download);
  };
  const { user, inputsOf } = open('/case?order=128', {
    answers: {
      '/operator/case/state/{id}': ownCase,
      '/operator/case/detail/{id}': clearCaseDetail,
      '/operator/case/evidence/{id}': { fileName: 'holdfast-HF-1.pdf', format: 'pdf', content: btoa('%PDF') },
    },
  });
  await user.click(await screen.findByRole('button', { name: '下載證據（PDF）' }));
  const sheet = within(await screen.findByRole('dialog'));
  await user.type(sheet.getByLabelText('理由'), '警方來函');
  await user.click(sheet.getByRole('button', { name: '下載' }));
  await waitFor(() => expect(saved).toEqual(['holdfast-HF-1.pdf']));
  expect(inputsOf('/operator/case/evidence/{id}')).toEqual([{ reason: '警方來函', format: 'pdf' }]);
});

it('hides what members wrote, and offers no personal value, to who has not claimed the order', async () => {
  open('/case?order=128');
  expect(await screen.findAllByText('認領後顯示陳述')).toHaveLength(2);
  expect(screen.queryByRole('button', { name: /^顯示/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /^下載/ })).toBeNull();
});

it('finds an order that nobody complains about', async () => {
  const { user, address } = open('/cases', { answers: { '/operator/case/find': foundOrders } });
  await user.type(await screen.findByLabelText('查詢訂單'), 'kenny0412{Enter}');
  const found = within(await screen.findByRole('table', { name: '查到的訂單' }));
  expect(found.getByRole('link', { name: 'HF-261121-0090' })).toBeDefined();
  expect(address()).toBe('/cases?find=kenny0412');
});

it('shows what a ruling does before it is made, asks what it rests on, and keeps what was typed', async () => {
  const claimed = {
    '/operator/case/state/{id}': ownCase,
    '/operator/case/detail/{id}': clearCaseDetail,
    '/operator/case/rule': { requestId: null },
  };
  const { user, inputsOf } = open('/case?order=128', { answers: claimed });
  await user.selectOptions(await screen.findByLabelText('結果'), '雙方拆分');
  await user.type(screen.getByLabelText('買家分得的數量'), '3000');
  await user.click(screen.getByRole('button', { name: '確認裁決' }));
  expect(await screen.findByText('請至少選一項依據')).toBeDefined();
  expect(screen.getByText('數量須大於 0 並小於 3,000 TWD')).toBeDefined();
  await user.clear(screen.getByLabelText('買家分得的數量'));
  await user.type(screen.getByLabelText('買家分得的數量'), '2000');
  await user.click(screen.getByLabelText(/^事件：申報已付款/));
  await user.click(screen.getByRole('radio', { name: '買家' }));
  await user.click(screen.getByRole('button', { name: '確認裁決' }));
  const sheet = within(await screen.findByRole('dialog'));
  expect(sheet.getByText('買家得到 1,998 TWD（手續費 2）')).toBeDefined();
  expect(sheet.getByText('賣家取回 1,000 TWD')).toBeDefined();
  await user.type(sheet.getByLabelText('說明（雙方都會看到）'), '只付了兩千元');
  await user.click(sheet.getByRole('button', { name: '執行裁決' }));
  await waitFor(() =>
    expect(inputsOf('/operator/case/rule')).toEqual([
      {
        orderId: '128',
        version: '5',
        ruling: 'split',
        reason: 'part-paid',
        text: '只付了兩千元',
        fault: 'payer',
        evidence: ['event-2'],
        payerPart: '2000',
      },
    ]),
  );
  expect(await screen.findByText('已裁決')).toBeDefined();
});

it('says that a ruling takes two where the payment was declared and goes back, and that one waits', async () => {
  const { user } = open('/case?order=128', {
    answers: {
      '/operator/case/state/{id}': ownCase,
      '/operator/case/detail/{id}': { ...clearCaseDetail, openRequest: '9' },
      '/operator/case/rule': { requestId: '9' },
    },
  });
  expect(await screen.findByText(/已提出裁決，等待另一位核准/)).toBeDefined();
  await user.selectOptions(screen.getByLabelText('結果'), '強制取消，退回賣家');
  await user.click(screen.getByRole('button', { name: '確認裁決' }));
  const sheet = within(await screen.findByRole('dialog'));
  expect(sheet.getByText(/這項裁決需要另一位核准/)).toBeDefined();
  await user.type(sheet.getByLabelText('說明（雙方都會看到）'), '沒有這筆款項');
  await user.click(sheet.getByRole('button', { name: '送出，由另一位核准' }));
  expect(await screen.findByText('已送出，等待另一位核准')).toBeDefined();
});

it('shows who has ruled, who approved, and what both sides read', async () => {
  open('/case?order=128', { answers: { '/operator/case/detail/{id}': ruledCaseDetail } });
  expect(
    await screen.findByText(/rui 裁決，maximiliana.featherstonehaugh 核准 · 只付了一部分/),
  ).toBeDefined();
  expect(screen.getByText('銀行明細顯示買家只付了 2,000 元，其餘退回賣家。')).toBeDefined();
  expect(screen.getByText('這筆訂單目前沒有可以裁決的事項')).toBeDefined();
});

it('shows what the listing said at the lock to who has claimed the order, and that it was taken down since', async () => {
  open('/case?order=128');
  expect(await screen.findByText('認領後顯示備註')).toBeDefined();
  cleanup();
  open('/case?order=128', { answers: { '/operator/case/detail/{id}': clearCaseDetail } });
  expect(await screen.findByText(/晚上十點前付款/)).toBeDefined();
  expect(screen.queryByText(/已移除/)).toBeNull();
  cleanup();
  open('/case?order=128', { answers: { '/operator/case/detail/{id}': ruledCaseDetail } });
  expect(await screen.findByText(/付款前先私訊我/)).toBeDefined();
  expect(screen.getByText(/ · 要對方到平台外聯絡或付款$/)).toBeDefined();
  cleanup();
  const silent = { ...clearCaseDetail, order: { ...clearCaseDetail.order, remark: null } };
  open('/case?order=128', { answers: { '/operator/case/detail/{id}': silent } });
  expect(await screen.findByRole('heading', { name: silent.order.serialNo })).toBeDefined();
  expect(screen.queryByText('鎖定時的備註')).toBeNull();
});

it('shows a picture of the thread when it is asked for, and offers each line as evidence', async () => {
  Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} });
  const { user, inputsOf } = open('/case?order=128', {
    answers: {
      '/operator/case/state/{id}': ownCase,
      '/operator/case/detail/{id}': clearCaseDetail,
      '/operator/case/thread/file/{id}': fakeLink('code'),
    },
  });
  expect(await screen.findByRole('checkbox', { name: /對話第 3 則（買家/ })).toBeDefined();
  expect(inputsOf('/operator/case/thread/file/{id}')).toEqual([]);
  await user.click(screen.getByRole('button', { name: '看第 3 則的圖片' }));
  const viewer = within(await screen.findByRole('region', { name: '第 3 則的圖片' }));
  expect(await viewer.findByRole('img', { name: '第 3 則的圖片' })).toBeDefined();
  expect(viewer.getByRole('button', { name: '第 3 則的圖片：向右轉' })).toBeDefined();
  expect(inputsOf('/operator/case/thread/file/{id}')).toEqual([{ number: '3' }]);
  await user.click(screen.getByRole('button', { name: '收起第 3 則的圖片' }));
  expect(screen.queryByRole('region', { name: '第 3 則的圖片' })).toBeNull();
});

it('keeps the files of the thread from whoever has not claimed the order', async () => {
  open('/case?order=128', { role: 'support' });
  expect(await screen.findByText('附件')).toBeDefined();
  expect(screen.queryByRole('button', { name: /圖片/ })).toBeNull();
});

it('puts a template into both fields, replaces what was typed only when told to, and sends both languages', async () => {
  const { user, inputsOf } = open('/case?order=128', {
    answers: {
      '/operator/case/state/{id}': ownCase,
      '/operator/case/detail/{id}': clearCaseDetail,
      '/operator/reply-template/list': replyList,
      '/operator/case/say/{id}': {},
    },
  });
  const template = await screen.findByLabelText('回覆範本');
  const chinese = screen.getByLabelText<HTMLTextAreaElement>('回覆雙方');
  const english = screen.getByLabelText<HTMLTextAreaElement>('回覆雙方（英文）');
  await user.selectOptions(template, '首次回覆');
  expect([chinese.value, english.value]).toEqual([reply().zhTW, reply().en]);
  await user.type(english, ' Thank you.');
  await user.selectOptions(template, '請補銀行明細');
  expect(english.value).toBe(`${reply().en} Thank you.`);
  await user.selectOptions(template, '');
  await user.click(screen.getByRole('button', { name: '送出' }));
  expect(inputsOf('/operator/case/say/{id}')).toEqual([
    { text: reply().zhTW, en: `${reply().en} Thank you.` },
  ]);
});

it('writes to both sides from the claimed room, and keeps what was typed until it is sent', async () => {
  const { user, services, inputsOf } = open('/case?order=128', {
    answers: { '/operator/case/state/{id}': ownCase, '/operator/case/detail/{id}': clearCaseDetail },
  });
  services.server.set('/operator/case/say/{id}', new AppError('CASE_CLAIM_NEEDED'));
  expect(await screen.findByText('疑似可疑訊息')).toBeDefined();
  const field = screen.getByLabelText<HTMLInputElement>('回覆雙方');
  await user.type(field, '請補上轉帳明細');
  await user.click(screen.getByRole('button', { name: '送出' }));
  expect(await screen.findByText(/請先認領這一件/)).toBeDefined();
  expect(field.value).toBe('請補上轉帳明細');
  expect(inputsOf('/operator/case/say/{id}')).toEqual([{ text: '請補上轉帳明細' }]);
});

const claimedRoom = {
  '/operator/case/state/{id}': ownCase,
  '/operator/case/detail/{id}': clearCaseDetail,
} as const;

it('shows a new line as soon as the stream tells of it, and leaves what is being typed alone', async () => {
  const { live, tell } = fakeLive();
  const { user, services } = open('/case?order=128', { answers: claimedRoom, live });
  const field = await screen.findByLabelText<HTMLInputElement>('回覆雙方');
  await user.type(field, '請補上');
  const [line] = caseThread.items;
  if (!line) throw new Error('the thread has lines');
  const news = {
    ...line,
    number: 90,
    kind: 'message' as const,
    text: '我剛剛又轉了一次',
    file: null,
    event: null,
  };
  services.handlers['/operator/case/thread'] = () => ({ items: [news, ...caseThread.items], next: null });
  tell({ type: 'changed', what: ['thread'] });
  expect(await screen.findByText('我剛剛又轉了一次')).toBeDefined();
  expect(document.activeElement).toBe(field);
  await user.type(field, '明細');
  expect(field.value).toBe('請補上明細');
});

it('keeps the room as it is while a field is in use, says that the order has changed, and shows it on request', async () => {
  const { live, tell } = fakeLive();
  const { user, services } = open('/case?order=128', { answers: claimedRoom, live });
  await user.type(await screen.findByLabelText('回覆雙方'), '請補上');
  services.handlers['/operator/case/state/{id}'] = () => ({ ...ownCase, version: 6, state: 'FINISHED' });
  services.handlers['/operator/case/detail/{id}'] = () => ({ ...ruledCaseDetail, isClear: true });
  tell({ type: 'changed', what: ['orders'] });
  expect(await screen.findByText(/^這筆訂單有新的變化/)).toBeDefined();
  expect(screen.getByLabelText('結果')).toBeDefined();
  await user.click(screen.getByRole('button', { name: '更新畫面' }));
  expect(await screen.findByText('這筆訂單目前沒有可以裁決的事項')).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('回覆雙方').value).toBe('請補上');
  expect(screen.queryByText(/^這筆訂單有新的變化/)).toBeNull();
});

it('leaves the form in place when what has changed cannot be read, and asks again on request', async () => {
  const { live, tell } = fakeLive();
  const { user, services } = open('/case?order=128', { answers: claimedRoom, live });
  await user.type(await screen.findByLabelText('回覆雙方'), '請補上');
  services.handlers['/operator/case/state/{id}'] = () => ({ ...ownCase, version: 6 });
  services.server.set('/operator/case/detail/{id}', new AppError('DATABASE_UNAVAILABLE'));
  tell({ type: 'changed', what: ['orders'] });
  expect(await screen.findByText('這筆訂單有新的變化，但讀取失敗')).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('回覆雙方').value).toBe('請補上');
  services.server.set('/operator/case/detail/{id}', undefined);
  await user.click(screen.getByRole('button', { name: '再試一次' }));
  await waitFor(() => expect(screen.queryByText(/但讀取失敗/)).toBeNull());
});

it('takes what was shown in clear away as soon as somebody else has taken the order over', async () => {
  const { live, tell } = fakeLive();
  const { services } = open('/case?order=128', { answers: claimedRoom, live });
  expect(await screen.findByRole('button', { name: '下載證據（PDF）' })).toBeDefined();
  services.handlers['/operator/case/state/{id}'] = () => takenCase;
  services.handlers['/operator/case/detail/{id}'] = () => caseDetail;
  tell({ type: 'changed', what: ['orders'] });
  expect(await screen.findAllByText('認領後顯示陳述')).toHaveLength(2);
  expect(screen.queryByRole('button', { name: '下載證據（PDF）' })).toBeNull();
});

it('follows the board alone, and in a room its order as well', async () => {
  const { live, opened, tell } = fakeLive();
  const { user, services } = open('/cases', { live });
  await user.click(await screen.findByRole('link', { name: 'HF-261123-0128' }));
  expect(await screen.findByText('尚未認領。認領後才能回覆與裁決。')).toBeDefined();
  await waitFor(() => expect(opened).toEqual([undefined, '128']));
  services.handlers['/operator/case/state/{id}'] = () => ownCase;
  tell({ type: 'changed', what: ['orders', 'weather'] });
  expect(await screen.findByText(/^由您認領/)).toBeDefined();
});

it('leaves for the sign-in as soon as the session has ended, and says why', async () => {
  const { live, tell } = fakeLive();
  const { address } = open('/case?order=128', { live });
  await screen.findByText('訂單案件');
  tell({ type: 'ended', errorCode: 10301, data: { reason: 'operator', at: '2026-11-23T02:00:00.000Z' } });
  await waitFor(() => expect(address()).toMatch(/^\/sign-in\?ended=operator/));
});

it('keeps an order that nobody has ruled in time for who leads, and says so to everybody else', async () => {
  const escalated = { '/operator/case/state/{id}': escalatedCase };
  const { user, inputsOf } = open('/case?order=128', { role: 'risk', answers: escalated });
  expect(await screen.findByText('超過處理時限，等待主管認領')).toBeDefined();
  await user.click(screen.getByRole('button', { name: '認領' }));
  await waitFor(() => expect(inputsOf('/operator/case/claim/{id}')).toEqual([{}]));
  cleanup();
  open('/case?order=128', { role: 'resolver', answers: escalated });
  expect(await screen.findByText('超過處理時限，改由主管處理，您可以查看')).toBeDefined();
  expect(screen.queryByRole('button', { name: '認領' })).toBeNull();
});

it.each([
  ['resolver', 0],
  ['risk', 1],
] as const)(
  'offers %s rulings on an escalated order, as often as the server takes them: %d',
  async (role, rulings) => {
    const answers = {
      '/operator/case/state/{id}': { ...ownCase, isEscalated: true },
      '/operator/case/detail/{id}': clearCaseDetail,
    };
    open('/case?order=128', { role, answers });
    await screen.findByRole('heading', { name: '付款對帳' });
    expect(screen.queryAllByRole('heading', { name: '裁決' })).toHaveLength(rulings);
  },
);
