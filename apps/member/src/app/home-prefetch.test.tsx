import { createPrefetch } from '@holdfast/client/calls';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServices } from '#test/fake-services.ts';
import { openApp } from '#test/render.tsx';
import { startHomePrefetch } from './home-prefetch.ts';

const FIRST = [
  '/member/balanceinfo',
  '/api/v1/members/orders-in-progress/{account}',
  '/api/wallet/get-journal',
  '/member/info/{account}',
];

/** Services that prefetch for Home. */
function prepare(path: string, isSignedIn: boolean) {
  const fake = fakeServices({ isSignedIn });
  const { callApi, prefetch } = createPrefetch(fake.callApi);
  const services = { ...fake, callApi, prefetch };
  startHomePrefetch(services, path);
  const asked = () => fake.server.asked.map((call) => call.path).filter((one) => FIRST.includes(one));
  return { services, asked };
}

async function signIn(user: ReturnType<typeof openApp>['user']) {
  await user.type(await screen.findByLabelText('帳號'), 'amberlin88');
  await user.type(screen.getByLabelText('登入密碼'), 'Holdfast1');
  await user.click(screen.getByRole('button', { name: '登入' }));
}

test('what Home shows first is prefetched at the sign-in, and not asked again by Home', async () => {
  const { services, asked } = prepare('/login', false);
  const { user } = openApp('/login', services);
  await signIn(user);
  await screen.findByText('15,480');
  await screen.findByRole('list', { name: '今天' });
  expect(asked().toSorted()).toEqual(FIRST.toSorted());
});

test('a member who opens Home has it prefetched before the first render', () => {
  const { asked } = prepare('/home', true);
  expect(asked()).toEqual(FIRST);
});

test('nothing is prefetched where the sign-in leads back to another screen', async () => {
  const { services, asked } = prepare('/login', false);
  const { user } = openApp('/pendingOrder', services);
  await signIn(user);
  await screen.findByRole('heading', { level: 1 });
  expect(asked()).not.toContain('/api/wallet/get-journal');
});
