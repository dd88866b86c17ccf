import { AppError } from '@holdfast/kernel';
import { createMemoryHistory } from '@tanstack/react-router';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { App } from '#app/app.tsx';
import { createConsoleRouter } from '#app/router.tsx';
import { questionList } from '#test/answers/settings.ts';
import { fakeServices } from '#test/fake-services.ts';

const CREATE = '/member/securityquestion/create';

async function open() {
  globalThis.scrollTo = () => {};
  const services = fakeServices({
    role: 'admin',
    answers: { '/operator/security-question/list': questionList, [CREATE]: { id: '9' } },
  });
  const history = createMemoryHistory({ initialEntries: ['/questions'] });
  render(<App services={services} router={createConsoleRouter(services, history)} />);
  const user = userEvent.setup();
  const openSheet = async () => {
    await user.click(await screen.findByRole('button', { name: '新增問題' }));
    return within(await screen.findByRole('dialog'));
  };
  const asked = (path: string) => services.server.asked.filter((call) => call.path === path);
  return { services, user, openSheet, asked };
}

it('keeps a question that was typed in both languages when its sheet is closed, until it is saved', async () => {
  const { user, openSheet, asked } = await open();
  let sheet = await openSheet();
  await user.type(sheet.getByLabelText('中文'), '您第一份工作在哪裡？');
  await user.type(sheet.getByLabelText('英文'), 'Where did you first work?');
  await user.type(sheet.getByLabelText('理由'), '輪替題目');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  sheet = await openSheet();
  await user.click(sheet.getByRole('button', { name: '確定' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked(CREATE).map(({ input }) => input)).toEqual([
    { zhTW: '您第一份工作在哪裡？', en: 'Where did you first work?', reason: '輪替題目' },
  ]);
  sheet = await openSheet();
  expect(sheet.getByLabelText<HTMLInputElement>('中文').value).toBe('');
  expect(sheet.getByLabelText<HTMLInputElement>('理由').value).toBe('');
});

it('asks for the list anew after a refusal too: it is older than what the refusal says', async () => {
  const { services, user, openSheet, asked } = await open();
  services.server.set(CREATE, new AppError('NOTHING_CHANGES'));
  const sheet = await openSheet();
  await user.type(sheet.getByLabelText('中文'), '您第一份工作在哪裡？');
  await user.type(sheet.getByLabelText('英文'), 'Where did you first work?');
  await user.type(sheet.getByLabelText('理由'), '輪替題目');
  const before = asked('/operator/security-question/list').length;
  await user.click(sheet.getByRole('button', { name: '確定' }));
  expect(await sheet.findByRole('alert')).toBeDefined();
  await waitFor(() => expect(asked('/operator/security-question/list').length).toBeGreaterThan(before));
  expect(sheet.getByLabelText<HTMLInputElement>('中文').value).toBe('您第一份工作在哪裡？');
});
