import { AppError } from '@holdfast/kernel';
import { createMemoryHistory } from '@tanstack/react-router';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { App } from '#app/app.tsx';
import { createConsoleRouter } from '#app/router.tsx';
import { emptyRemarkList, flag, flaggedParties, flagList, remarkList } from '#test/answers/flags.ts';
import { fakeLive } from '#test/fake-live.ts';
import { fakeServices } from '#test/fake-services.ts';

beforeEach(() => {
  globalThis.scrollTo = () => {};
});

function open(address = '/flags', remarks = emptyRemarkList) {
  const { live, tell } = fakeLive();
  const services = fakeServices({
    role: 'support',
    live,
    answers: {
      '/operator/flag/list': flagList,
      '/operator/flag/decide/{id}': {},
      '/operator/flag/parties': flaggedParties,
      '/operator/flag/parties-decide/{id}': {},
      '/operator/remark/list': remarks,
      '/operator/remark/decide/{id}': {},
    },
  });
  const history = createMemoryHistory({ initialEntries: [address] });
  render(<App services={services} router={createConsoleRouter(services, history)} />);
  const inputsOf = (path: string) =>
    services.server.asked.filter((call) => call.path === path).map(({ input }) => input);
  return { services, tell, inputsOf, user: userEvent.setup(), address: () => history.location.href };
}

const first = async () =>
  within(
    (
      await within(await screen.findByRole('list', { name: '可疑訊息清單' })).findAllByRole('listitem')
    )[0] as HTMLElement,
  );

it('shows a flagged line among those around it, what it looks like, and the ways to its order and its writer', async () => {
  open();
  const item = await first();
  expect(item.getByRole('heading', { name: '賣家 肯尼 寫給 買家 琥珀' })).toBeDefined();
  expect(item.getByText('其他收款帳號')).toBeDefined();
  expect(item.getByText(/^這個帳戶有問題，請改轉 \*\*\*/)).toBeDefined();
  expect(item.getByText('（附件）')).toBeDefined();
  expect(item.getByRole('link', { name: '訂單 HF-261123-0128' }).getAttribute('href')).toBe(
    '/case?order=128',
  );
  expect(item.getByRole('link', { name: '會員 肯尼' }).getAttribute('href')).toBe(
    '/member?account=kenny0412',
  );
});

it('takes a verdict, and leaves the line where it was until the hand is gone', async () => {
  const { user, services, inputsOf } = open();
  const item = await first();
  services.handlers['/operator/flag/list'] = () => ({ items: flagList.items.slice(1), next: null });
  await user.click(item.getByRole('button', { name: /^誤報/ }));
  await waitFor(() => expect(item.getByRole('status').textContent).toBe('誤報'));
  expect(item.queryByRole('button')).toBeNull();
  expect(inputsOf('/operator/flag/decide/{id}')).toEqual([{ verdict: 'false-alarm' }]);
});

it('says that somebody else was faster', async () => {
  const { user, services } = open();
  services.server.set('/operator/flag/decide/{id}', new AppError('FLAG_DECIDED'));
  const item = await first();
  await user.click(item.getByRole('button', { name: /^標為已處理/ }));
  expect(await item.findByText('這則訊息已經有人處理')).toBeDefined();
});

it('holds new ones back while a hand is over the list, and shows them on request', async () => {
  const { user, services, tell } = open();
  const item = await first();
  await user.hover(item.getByRole('heading'));
  const news = flag({ id: '43', writer: { account: 'newcomer1', nick: '新來的' } });
  services.handlers['/operator/flag/list'] = () => ({ items: [news, ...flagList.items], next: null });
  tell({ type: 'changed', what: ['board'] });
  await user.click(await screen.findByRole('button', { name: '有新的訊息，更新清單' }));
  expect(await screen.findByRole('heading', { name: '賣家 新來的 寫給 買家 琥珀' })).toBeDefined();
});

it('keeps the filters in the address', async () => {
  const { user, address, inputsOf } = open();
  await first();
  await user.selectOptions(screen.getByLabelText('種類'), '連結');
  await user.click(screen.getByRole('radio', { name: '誤報' }));
  await waitFor(() => expect(address()).toBe('/flags?kind=link&state=false-alarm'));
  expect(inputsOf('/operator/flag/list')).toContainEqual({ kind: 'link', state: 'false-alarm' });
});

it('shows orders whose parties have something in common, and takes a verdict on one', async () => {
  const { user, inputsOf, address } = open();
  await first();
  await user.click(screen.getByRole('radio', { name: '買賣雙方' }));
  const list = within(await screen.findByRole('list', { name: '買賣雙方有共同點的訂單' }));
  expect(address()).toBe('/flags?of=parties');
  const [item] = await list.findAllByRole('listitem');
  const order = within(item as HTMLElement);
  expect(order.getByRole('heading', { name: '買家 琥珀 和賣家 肯尼' })).toBeDefined();
  for (const trace of ['同一台裝置', '同一個收款帳戶', '同一個聯絡方式']) order.getByText(trace);
  expect(order.getByText(/48,000 TWD · 兩人一起完成過 12 筆/)).toBeDefined();
  await user.click(order.getByRole('button', { name: /^標為已處理/ }));
  expect(await order.findByText('已處理')).toBeDefined();
  expect(inputsOf('/operator/flag/parties-decide/{id}')).toEqual([{ verdict: 'seen' }]);
});

it('shows remarks of listings that wait for a look, and nothing of them once none does', async () => {
  const { tell, services } = open('/flags', remarkList);
  expect(await screen.findByRole('heading', { name: '掛單備註' })).toBeDefined();
  const list = within(screen.getByRole('list', { name: '掛單備註清單' }));
  expect(list.getByText(/^歡迎私訊詢問/)).toBeDefined();
  expect(list.getByRole('link', { name: '會員 肯尼' })).toBeDefined();
  services.handlers['/operator/remark/list'] = () => emptyRemarkList;
  tell({ type: 'changed', what: ['board'] });
  await waitFor(() => expect(screen.queryByRole('heading', { name: '掛單備註' })).toBeNull());
});

const remark = (id: string, nick: string) => ({
  ...(remarkList.items[0] as (typeof remarkList)['items'][number]),
  id,
  text: `備註 ${id}`,
  owner: { account: `owner${id}`, nick },
});

it('keeps the dialog of a remark and its reason when somebody else decides it', async () => {
  const { user, services, tell, inputsOf } = open('/flags', remarkList);
  await user.click(await screen.findByRole('button', { name: '移除備註 · 肯尼' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox'), '暗示站外優惠');
  services.server.set('/operator/remark/decide/{id}', new AppError('REMARK_DECIDED'));
  services.handlers['/operator/remark/list'] = () => emptyRemarkList;
  const before = inputsOf('/operator/remark/list').length;
  tell({ type: 'changed', what: ['board'] });
  await waitFor(() => expect(inputsOf('/operator/remark/list').length).toBeGreaterThan(before));
  await waitFor(() => expect(screen.queryByRole('list', { name: '掛單備註清單' })).toBeNull());
  expect(dialog.getByRole<HTMLInputElement>('textbox').value).toBe('暗示站外優惠');
  await user.click(dialog.getByRole('button', { name: '移除備註' }));
  expect(await dialog.findByText('這段備註已經處理過了')).toBeDefined();
});

it('keeps what was typed and chosen to take a remark down over closing the dialog', async () => {
  const { user } = open('/flags', remarkList);
  const openDialog = async () => {
    await user.click(await screen.findByRole('button', { name: '移除備註 · 肯尼' }));
    const dialog = within(await screen.findByRole('dialog'));
    return {
      reason: dialog.getByRole<HTMLInputElement>('textbox'),
      told: dialog.getByLabelText<HTMLSelectElement>('告訴會員的原因'),
    };
  };
  const before = await openDialog();
  await user.selectOptions(before.told, 'misleading');
  await user.type(before.reason, '暗示站外優惠');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const after = await openDialog();
  expect([after.told.value, after.reason.value]).toEqual(['misleading', '暗示站外優惠']);
});

it('says in its place that a remark was decided by somebody else, and moves none while a hand is over the list', async () => {
  const { user, services, tell } = open('/flags', { items: [remark('71', '肯尼')], next: null });
  await user.hover(await screen.findByRole('button', { name: '沒問題 · 肯尼' }));
  services.server.set('/operator/remark/decide/{id}', new AppError('REMARK_DECIDED'));
  services.handlers['/operator/remark/list'] = () => ({ items: [remark('72', '新來的')], next: null });
  tell({ type: 'changed', what: ['board'] });
  expect(await screen.findByRole('button', { name: '有新的備註，更新清單' })).toBeDefined();
  const list = within(screen.getByRole('list', { name: '掛單備註清單' }));
  expect(list.getAllByRole('listitem')).toHaveLength(1);
  await user.click(list.getByRole('button', { name: '沒問題 · 肯尼' }));
  expect(await list.findByText('這段備註已經處理過了')).toBeDefined();
  await user.click(screen.getByRole('button', { name: '有新的備註，更新清單' }));
  expect(await list.findByText('備註 72')).toBeDefined();
});

it('shows what is new once the hand is gone, though the button that was pressed took the focus away with it', async () => {
  const { user, services } = open('/flags', remarkList);
  await screen.findByRole('list', { name: '掛單備註清單' });
  services.handlers['/operator/remark/list'] = () => emptyRemarkList;
  await user.click(await screen.findByRole('button', { name: '沒問題 · 肯尼' }));
  const list = within(screen.getByRole('list', { name: '掛單備註清單' }));
  // Where the button was the pointer is over what stands there now.
  await user.hover(await list.findByText('已確認沒問題'));
  await user.hover(screen.getByRole('heading', { level: 1 }));
  await waitFor(() => expect(screen.queryByRole('list', { name: '掛單備註清單' })).toBeNull());
});

it('shows nothing of remarks where none waits', async () => {
  const { inputsOf } = open();
  await first();
  await waitFor(() => expect(inputsOf('/operator/remark/list')).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('status', { name: '載入中…' })).toBeNull());
  expect(screen.queryByRole('heading', { name: '掛單備註' })).toBeNull();
});

it('lets a remark stay, or takes it down with what its owner is told and what operators read', async () => {
  const app = open('/flags', { items: [remark('72', '琥珀'), ...remarkList.items], next: null });
  await app.user.click(await screen.findByRole('button', { name: '沒問題 · 琥珀' }));
  await waitFor(() => expect(app.inputsOf('/operator/remark/decide/{id}')).toEqual([{ verdict: 'keep' }]));
  await app.user.click(screen.getByRole('button', { name: '移除備註 · 肯尼' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/歡迎私訊詢問/)).toBeDefined();
  await app.user.selectOptions(dialog.getByLabelText('告訴會員的原因'), 'misleading');
  await app.user.type(dialog.getByRole('textbox'), '暗示站外優惠');
  await app.user.click(dialog.getByRole('button', { name: '移除備註' }));
  await waitFor(() =>
    expect(app.inputsOf('/operator/remark/decide/{id}')).toEqual([
      { verdict: 'keep' },
      { verdict: 'remove', because: 'misleading', reason: '暗示站外優惠' },
    ]),
  );
  expect(await screen.findByText('已移除')).toBeDefined();
});
