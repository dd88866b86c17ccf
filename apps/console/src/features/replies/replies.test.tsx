import { createMemoryHistory } from '@tanstack/react-router';
import { render, screen, within } from '@testing-library/react';
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
  return { user: userEvent.setup(), saved };
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
