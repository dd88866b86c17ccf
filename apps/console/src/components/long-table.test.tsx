import { pageStorage } from '@holdfast/client/storage';
import { createMemoryHistory } from '@tanstack/react-router';
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { App } from '#app/app.tsx';
import { createConsoleRouter } from '#app/router.tsx';
import { memberList } from '#test/answers/members.ts';
import { fakeServices } from '#test/fake-services.ts';

async function openMembers(kept: Storage) {
  globalThis.scrollTo = () => {};
  const services = fakeServices({
    role: 'admin',
    answers: { '/member/appbk/memberList': memberList },
    settings: kept,
  });
  const history = createMemoryHistory({ initialEntries: ['/members'] });
  render(<App services={services} router={createConsoleRouter(services, history)} />);
  const table = within(await screen.findByRole('table', { name: '會員' }));
  return {
    user: userEvent.setup(),
    heads: () => table.getAllByRole('columnheader').map((one) => one.textContent),
  };
}

it('a table shows the columns that somebody has chosen, and still does so the next time', async () => {
  const kept = pageStorage();
  const { user, heads } = await openMembers(kept);
  expect(heads()).toContain('手機');
  // By the keyboard: a press of the mouse opens it, and its click closes it again where a busy machine has half a second in between.
  screen.getByRole('button', { name: '欄位' }).focus();
  await user.keyboard('{Enter}');
  const menu = within(await screen.findByRole('menu'));
  // What a row is known by stays.
  expect(menu.queryByRole('menuitemcheckbox', { name: '帳號' })).toBeNull();
  await user.click(menu.getByRole('menuitemcheckbox', { name: '手機' }));
  await user.click(menu.getByRole('menuitemcheckbox', { name: '暱稱' }));
  await user.click(menu.getByRole('menuitemcheckbox', { name: '暱稱' }));
  const chosen = heads();
  expect(chosen).not.toContain('手機');
  expect(chosen).toContain('暱稱');
  cleanup();
  const { heads: again } = await openMembers(kept);
  expect(again()).toEqual(chosen);
});

it('a choice of columns that cannot be read is dropped, and everything is shown', async () => {
  const kept = pageStorage();
  kept.setItem('columns', '{"members":{"mobile":"no"}}');
  expect((await openMembers(kept)).heads()).toContain('手機');
});
