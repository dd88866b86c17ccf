import { createMemoryHistory } from '@tanstack/react-router';
import { render, screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { App } from '#app/app.tsx';
import { createConsoleRouter } from '#app/router.tsx';
import {
  claimedByMe,
  clearApplication,
  maskedApplication,
  reviewQueue,
  reviewSummary,
} from '#test/answers/reviews.ts';
import { fakeServices } from '#test/fake-services.ts';

beforeEach(() => {
  globalThis.scrollTo = () => {};
});

it('says when a picture was deleted and how long one is kept, in the place of a broken one', async () => {
  const deleted = '2026-05-01T08:00:00.000Z';
  const services = fakeServices({
    role: 'reviewer',
    answers: {
      '/operator/review/list': reviewQueue,
      '/operator/review/summary': reviewSummary,
      '/operator/review/state/{id}': { ...claimedByMe, state: 'refused' },
      '/member/real-name/detail/{id}': {
        ...maskedApplication,
        isClear: true,
        state: 'refused',
        files: { front: null, back: null, selfie: null },
        deletedAt: { front: deleted, back: deleted, selfie: deleted },
      },
    },
  });
  const history = createMemoryHistory({ initialEntries: ['/reviews?kind=identity&state=refused&id=71'] });
  render(<App services={services} router={createConsoleRouter(services, history)} />);
  const evidence = within(await screen.findByRole('region', { name: '證件與本人照片' }));
  expect(evidence.getAllByText(/^已於 .*刪除$/)).toHaveLength(3);
  expect(evidence.getAllByText('退回或重設 180 天後，不再需要的照片會刪除。')).toHaveLength(3);
  expect(evidence.queryByRole('alert')).toBeNull();
  expect(evidence.queryByRole('button', { name: /放大/ })).toBeNull();
});

it('shows each picture to whoever has claimed the application, with its own tools', async () => {
  Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} });
  const services = fakeServices({
    role: 'reviewer',
    answers: {
      '/operator/review/list': reviewQueue,
      '/operator/review/summary': reviewSummary,
      '/operator/review/state/{id}': claimedByMe,
      '/member/real-name/detail/{id}': clearApplication,
    },
  });
  const history = createMemoryHistory({ initialEntries: ['/reviews?kind=identity&id=71'] });
  render(<App services={services} router={createConsoleRouter(services, history)} />);
  const evidence = within(await screen.findByRole('region', { name: '證件與本人照片' }));
  for (const name of ['正面', '背面', '本人']) {
    expect(await evidence.findByRole('img', { name })).toBeDefined();
    expect(evidence.getByRole('button', { name: `${name}：放大` })).toBeDefined();
  }
});
