import { createMemoryHistory } from '@tanstack/react-router';
import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { App } from '#app/app.tsx';
import { createConsoleRouter } from '#app/router.tsx';
import { memberListings, suspendedListing } from '#test/answers/listings.ts';
import { memberDetail } from '#test/answers/members.ts';
import { fakeServices } from '#test/fake-services.ts';

test('what was revealed of one member never stands beside another one', async () => {
  const services = fakeServices({ role: 'admin' });
  services.handlers['/operator/member/detail/{account}'] = ({ params }) => ({
    ...memberDetail,
    member: { ...memberDetail.member, account: params['account'] ?? '' },
  });
  services.handlers['/operator/member/reveal/{account}'] = () => ({ value: '+886912345678' });
  const router = createConsoleRouter(
    services,
    createMemoryHistory({ initialEntries: ['/member?account=first1'] }),
  );
  render(<App services={services} router={router} />);
  const go = async (account: string) => {
    await act(() => router.navigate({ to: '/member', search: { account } }));
    await screen.findByRole('heading', { level: 1, name: account });
  };
  const user = userEvent.setup();
  await screen.findByRole('heading', { level: 1, name: 'first1' });
  await go('second1'); // both have been read by now
  await go('first1');
  const [button] = await screen.findAllByRole('button', { name: '顯示' });
  if (button) await user.click(button);
  await user.type(await screen.findByLabelText('理由'), 'a call about a lost phone');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '顯示' }));
  await screen.findByText('+886912345678');
  await go('second1');
  expect(screen.queryByText('+886912345678')).toBeNull();
});

test('a member has to set a new password, for a reason', async () => {
  const services = fakeServices({
    role: 'risk',
    answers: { '/operator/member/detail/{account}': memberDetail, '/operator/listing/list': memberListings },
  });
  services.handlers['/operator/member/password-mark/{account}'] = () => ({});
  const router = createConsoleRouter(
    services,
    createMemoryHistory({ initialEntries: ['/member?account=first1'] }),
  );
  render(<App services={services} router={router} />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: '要求變更密碼' }));
  const sheet = within(screen.getByRole('dialog'));
  await user.type(sheet.getByLabelText('理由'), 'called from the proven number');
  await user.click(sheet.getByRole('button', { name: '要求變更密碼' }));
  expect(await screen.findByText('已要求會員變更密碼')).toBeTruthy();
  expect(services.server.asked.find(({ path }) => path.includes('password-mark'))?.input).toEqual({
    reason: 'called from the proven number',
  });
});

test('a listing is suspended with the reason that its owner is told, and one that only the operators read', async () => {
  const services = fakeServices({
    role: 'risk',
    answers: { '/operator/member/detail/{account}': memberDetail, '/operator/listing/list': memberListings },
  });
  services.handlers['/operator/listing/suspend'] = () => ({ listing: suspendedListing });
  const router = createConsoleRouter(
    services,
    createMemoryHistory({ initialEntries: ['/member?account=first1'] }),
  );
  render(<App services={services} router={router} />);
  const user = userEvent.setup();
  const [first] = await screen.findAllByRole('button', { name: '停用掛單' });
  if (first) await user.click(first);
  const sheet = within(screen.getByRole('dialog'));
  await user.selectOptions(sheet.getByLabelText('告知會員的原因'), 'terms-not-kept');
  await user.type(sheet.getByLabelText('理由'), 'refused three buyers today');
  await user.click(sheet.getByRole('button', { name: '停用掛單' }));
  expect(await screen.findByText('掛單已停用')).toBeTruthy();
  expect(services.server.asked.find(({ path }) => path === '/operator/listing/suspend')?.input).toEqual({
    listingId: '7301',
    version: '3',
    because: 'terms-not-kept',
    reason: 'refused three buyers today',
  });
});

test('who may not change limits sees the listings and suspends none', async () => {
  const services = fakeServices({
    role: 'support',
    answers: { '/operator/member/detail/{account}': memberDetail, '/operator/listing/list': memberListings },
  });
  const router = createConsoleRouter(
    services,
    createMemoryHistory({ initialEntries: ['/member?account=first1'] }),
  );
  render(<App services={services} router={router} />);
  expect(await screen.findByText(/每天 22:00–隔天 02:30/)).toBeTruthy();
  await screen.findByText('#7301');
  expect(screen.queryByRole('button', { name: '停用掛單' })).toBeNull();
});

test('the cancels of today are cleared by who resolves orders, and by nobody else', async () => {
  const services = fakeServices({ role: 'resolver' });
  services.handlers['/operator/member/detail/{account}'] = () => memberDetail;
  const cleared: unknown[] = [];
  services.handlers['/api/clear-cancel-record'] = ({ input }) => {
    cleared.push(input);
    return {};
  };
  const router = createConsoleRouter(
    services,
    createMemoryHistory({ initialEntries: [`/member?account=${memberDetail.member.account}`] }),
  );
  render(<App services={services} router={router} />);
  const user = userEvent.setup();
  expect(await screen.findByText('3/3 次，其中付款後 0/1 次')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '清除今日取消紀錄' }));
  await user.type(await screen.findByLabelText('理由'), 'the seller had closed the account');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '清除' }));
  await screen.findByText('今日取消紀錄已清除');
  expect(cleared).toEqual([
    { account: memberDetail.member.account, reason: 'the seller had closed the account' },
  ]);
});
