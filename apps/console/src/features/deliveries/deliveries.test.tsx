import { AppError } from '@holdfast/kernel';
import { createMemoryHistory } from '@tanstack/react-router';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { App } from '#app/app.tsx';
import { createConsoleRouter } from '#app/router.tsx';
import { deadLetters, deliveries, noDeadLetters, noDeliveries } from '#test/answers/deliveries.ts';
import { fakeServices } from '#test/fake-services.ts';

async function open(role: 'support' | 'risk', answers = { state: deliveries, letters: deadLetters }) {
  const services = fakeServices({
    role,
    answers: {
      '/operator/delivery/read': answers.state,
      '/operator/dead-letter/list': answers.letters,
    },
  });
  globalThis.scrollTo = () => {};
  const router = createConsoleRouter(services, createMemoryHistory({ initialEntries: ['/deliveries'] }));
  render(<App services={services} router={router} />);
  await screen.findByRole('region', { name: '推播服務' });
  const asked = (path: string) =>
    services.server.asked.filter((call) => call.path === path).map(({ input }) => input);
  return { services, asked, user: userEvent.setup() };
}

test('an undelivered push is tried again, with a reason; a refusal keeps what was typed', async () => {
  const { services, asked, user } = await open('support');
  services.handlers['/operator/dead-letter/retry'] = () => {
    throw new AppError('DEAD_LETTER_NOT_FOUND');
  };
  const [first] = await screen.findAllByRole('button', { name: '重送' });
  await user.click(first as HTMLElement);
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('理由'), '服務已恢復');
  await user.click(dialog.getByRole('button', { name: '重送' }));
  expect(await dialog.findByText(/已由他人處理/)).toBeTruthy();
  services.handlers['/operator/dead-letter/retry'] = () => ({});
  await user.click(dialog.getByRole('button', { name: '重送' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = { id: '31', reason: '服務已恢復' };
  expect(asked('/operator/dead-letter/retry')).toEqual([sent, sent]);
});

test('one is given up; one that is being tried again is left alone', async () => {
  const { services, asked, user } = await open('support');
  services.handlers['/operator/dead-letter/give-up'] = () => ({});
  expect(await screen.findByText('重送中')).toBeTruthy();
  const buttons = screen.getAllByRole('button', { name: '放棄' });
  expect(buttons).toHaveLength(2);
  await user.click(buttons[1] as HTMLElement);
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('理由'), '裝置已不存在');
  await user.click(dialog.getByRole('button', { name: '放棄' }));
  await waitFor(() =>
    expect(asked('/operator/dead-letter/give-up')).toEqual([{ id: '30', reason: '裝置已不存在' }]),
  );
});

test('who may not decide reads it alone, and an empty list says that all went well', async () => {
  await open('risk', { state: noDeliveries, letters: noDeadLetters });
  expect(await screen.findByText('沒有未送達的推播')).toBeTruthy();
  expect(screen.getByText('還沒有裝置開啟推播')).toBeTruthy();
  expect(screen.queryByRole('button', { name: '重送' })).toBeNull();
});
