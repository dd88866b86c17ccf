import { AppError } from '@holdfast/kernel';
import { createMemoryHistory } from '@tanstack/react-router';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { App } from '#app/app.tsx';
import { createConsoleRouter } from '#app/router.tsx';
import { reply, replyHistory, replyList } from '#test/answers/replies.ts';
import { fakeServices } from '#test/fake-services.ts';

beforeEach(() => {
  globalThis.scrollTo = () => {};
});

function open() {
  const services = fakeServices({
    role: 'risk',
    answers: {
      '/operator/reply-template/list': replyList,
      '/operator/reply-template/history': replyHistory,
      '/operator/reply-template/save': reply(),
    },
  });
  const history = createMemoryHistory({ initialEntries: ['/replies'] });
  render(<App services={services} router={createConsoleRouter(services, history)} />);
  const saved = () =>
    services.server.asked
      .filter(({ path }) => path === '/operator/reply-template/save')
      .map(({ input }) => input);
  const user = userEvent.setup();
  const openSheet = async (button: string) => {
    await user.click(await screen.findByRole('button', { name: button }));
    return within(await screen.findByRole('dialog'));
  };
  return { user, saved, services, openSheet };
}

it('changes a template from the version that was looked at, with a reason', async () => {
  const { user, saved } = open();
  await user.click(await screen.findByRole('button', { name: '修改 · 首次回覆' }));
  const sheet = within(await screen.findByRole('dialog'));
  const english = sheet.getByLabelText('英文');
  await user.clear(english);
  await user.type(english, 'We look into it');
  await user.type(sheet.getByLabelText('理由'), '語氣更清楚');
  await user.click(sheet.getByRole('button', { name: '儲存' }));
  expect(await screen.findByText('已儲存')).toBeDefined();
  expect(saved()).toMatchObject([
    { id: '3', version: '2', name: '首次回覆', en: 'We look into it', offered: '1', reason: '語氣更清楚' },
  ]);
});

it('takes one out of use, and shows who changed what and when', async () => {
  const { user, saved } = open();
  await user.click(await screen.findByRole('button', { name: '停用 · 請補銀行明細' }));
  const sheet = within(await screen.findByRole('dialog'));
  await user.type(sheet.getByLabelText('理由'), '不再使用');
  await user.click(sheet.getByRole('button', { name: '停用' }));
  expect(await screen.findByText('已停用', { selector: '[role=status] *, [role=status]' })).toBeDefined();
  expect(saved()).toMatchObject([{ id: '2', offered: '0' }]);
  await user.click(screen.getByRole('button', { name: '變更紀錄 · 首次回覆' }));
  const list = within(await screen.findByRole('list', { name: '變更紀錄' }));
  expect(list.getAllByRole('listitem')).toHaveLength(2);
  expect(list.getByText(/第 1 版 · rika/)).toBeDefined();
});

/** A colleague was faster: the save is refused, and the list says what is there now. */
function beOvertaken({ services }: Pick<ReturnType<typeof open>, 'services'>) {
  services.server.set('/operator/reply-template/save', new AppError('REPLY_CHANGED'));
  services.handlers['/operator/reply-template/list'] = () => ({
    ...replyList,
    items: [reply({ version: 3, en: 'A colleague wrote this' }), ...replyList.items.slice(1)],
  });
}

it('puts what was written in place of what a colleague has written since, on request', async () => {
  const app = open();
  const { user, saved, services } = app;
  const sheet = await app.openSheet('修改 · 首次回覆');
  await user.type(sheet.getByLabelText('英文'), ' Soon.');
  await user.type(sheet.getByLabelText('理由'), '語氣更清楚');
  beOvertaken(app);
  await user.click(sheet.getByRole('button', { name: '儲存' }));
  await user.click(await sheet.findByRole('button', { name: '保留我寫的' }));
  expect(sheet.queryByText('A colleague wrote this')).toBeNull();
  expect(sheet.getByLabelText<HTMLTextAreaElement>('英文').value).toMatch(/ Soon\.$/);
  services.server.set('/operator/reply-template/save', undefined);
  await user.click(sheet.getByRole('button', { name: '儲存' }));
  expect(await screen.findByText('已儲存')).toBeDefined();
  expect(saved().at(-1)).toMatchObject({ version: '3', en: expect.stringMatching(/ Soon\.$/) });
});

it('shows what a colleague has written since, and begins from that on request', async () => {
  const app = open();
  const { user, saved, services } = app;
  const sheet = await app.openSheet('修改 · 首次回覆');
  await user.type(sheet.getByLabelText('英文'), ' Soon.');
  await user.type(sheet.getByLabelText('理由'), '語氣更清楚');
  beOvertaken(app);
  await user.click(sheet.getByRole('button', { name: '儲存' }));
  expect(await sheet.findByText('這個回覆範本剛剛被改過，請重新整理後再改')).toBeDefined();
  expect(await sheet.findByText('A colleague wrote this')).toBeDefined();
  expect(sheet.getByLabelText<HTMLTextAreaElement>('英文').value).toMatch(/ Soon\.$/);
  await user.click(sheet.getByRole('button', { name: '改用這份內容' }));
  expect(sheet.getByLabelText<HTMLTextAreaElement>('英文').value).toBe('A colleague wrote this');
  await user.type(sheet.getByLabelText('英文'), ' Soon.');
  services.server.set('/operator/reply-template/save', undefined);
  await user.click(sheet.getByRole('button', { name: '儲存' }));
  expect(await screen.findByText('已儲存')).toBeDefined();
  expect(saved().at(-1)).toMatchObject({ version: '3', en: 'A colleague wrote this Soon.' });
});

it('replaces no newer text unseen with one that was typed before it', async () => {
  const app = open();
  const { user, saved } = app;
  let sheet = await app.openSheet('修改 · 首次回覆');
  await user.type(sheet.getByLabelText('英文'), ' Soon.');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  beOvertaken(app);
  sheet = await app.openSheet('停用 · 請補銀行明細');
  await user.type(sheet.getByLabelText('理由'), '不再使用');
  await user.click(sheet.getByRole('button', { name: '停用' }));
  await screen.findByText('A colleague wrote this');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  sheet = await app.openSheet('修改 · 首次回覆');
  expect(sheet.getByText(/這個範本有人改過/)).toBeDefined();
  expect(sheet.getByText('A colleague wrote this')).toBeDefined();
  await user.type(sheet.getByLabelText('理由'), '語氣更清楚');
  await user.click(sheet.getByRole('button', { name: '儲存' }));
  expect(saved().at(-1)).toMatchObject({ id: '3', version: '2' });
});

it('gets past a change by a colleague when it takes a template out of use, and keeps the reason', async () => {
  const app = open();
  const { user, saved, services } = app;
  const sheet = await app.openSheet('停用 · 首次回覆');
  await user.type(sheet.getByLabelText('理由'), '不再使用');
  beOvertaken(app);
  await user.click(sheet.getByRole('button', { name: '停用' }));
  expect(await sheet.findByText('這個回覆範本剛剛被改過，請重新整理後再改')).toBeDefined();
  expect(await screen.findByText('A colleague wrote this')).toBeDefined();
  services.server.set('/operator/reply-template/save', undefined);
  await user.click(sheet.getByRole('button', { name: '停用' }));
  expect(await screen.findByText('已停用', { selector: '[role=status] *, [role=status]' })).toBeDefined();
  expect(saved().at(-1)).toMatchObject({ id: '3', version: '3', offered: '0', reason: '不再使用' });
});

it('says that a template has left the list while its sheet was open, and saves nothing more', async () => {
  const app = open();
  const { user, saved, services } = app;
  const sheet = await app.openSheet('停用 · 首次回覆');
  await user.type(sheet.getByLabelText('理由'), '不再使用');
  services.server.set('/operator/reply-template/save', new AppError('REPLY_CHANGED'));
  services.handlers['/operator/reply-template/list'] = () => ({
    ...replyList,
    items: replyList.items.slice(1),
  });
  await user.click(sheet.getByRole('button', { name: '停用' }));
  expect(await sheet.findByText(/已不在這份清單裡/)).toBeDefined();
  await user.click(sheet.getByRole('button', { name: '停用' }));
  expect(saved()).toHaveLength(1);
});

it('says which field is empty once saving was tried, and not before', async () => {
  const { user, saved, openSheet } = open();
  const sheet = await openSheet('新增範本');
  await user.type(sheet.getByLabelText('名稱（只有客服看得到）'), '結案說明');
  await user.type(sheet.getByLabelText('中文'), '這筆訂單已結案。');
  await user.type(sheet.getByLabelText('理由'), '新的範本');
  expect(sheet.queryByText('請填寫這一欄')).toBeNull();
  await user.click(sheet.getByRole('button', { name: '儲存' }));
  expect(sheet.getAllByText('請填寫這一欄')).toHaveLength(1);
  expect(sheet.getByLabelText('英文').getAttribute('aria-invalid')).toBe('true');
  expect(saved()).toEqual([]);
});

it('keeps the reason of taking one out of use over closing the sheet', async () => {
  const { user, openSheet } = open();
  let sheet = await openSheet('停用 · 首次回覆');
  await user.type(sheet.getByLabelText('理由'), '不再使用');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  sheet = await openSheet('停用 · 首次回覆');
  expect(sheet.getByLabelText<HTMLInputElement>('理由').value).toBe('不再使用');
});
