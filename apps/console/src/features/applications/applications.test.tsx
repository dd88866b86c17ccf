import { AppError } from '@holdfast/kernel';
import { createMemoryHistory } from '@tanstack/react-router';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { App } from '#app/app.tsx';
import { createConsoleRouter } from '#app/router.tsx';
import { downloadedList, identityList } from '#test/answers/reviews.ts';
import { fakeServices } from '#test/fake-services.ts';

const LIST = '/member/real-name/list';
const DOWNLOAD = '/member/real-name/list-download';

type User = ReturnType<typeof userEvent.setup>;
type Sheet = Awaited<ReturnType<typeof openSheet>>;

const saved: Blob[] = [];
beforeEach(() => {
  saved.length = 0;
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => (saved.push(blob), 'blob:x'),
    revokeObjectURL: () => {},
  });
  // jsdom follows no link.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  globalThis.scrollTo = () => {};
});

async function openApplications(address = '/applications') {
  const services = fakeServices({
    role: 'reviewer',
    answers: { [LIST]: identityList, [DOWNLOAD]: downloadedList },
  });
  const history = createMemoryHistory({ initialEntries: [address] });
  render(<App services={services} router={createConsoleRouter(services, history)} />);
  await screen.findByRole('table', { name: '實名申請' });
  const inputsOf = (path: string) =>
    services.server.asked.filter((call) => call.path === path).map(({ input }) => input);
  return { services, inputsOf, user: userEvent.setup(), address: () => history.location.href };
}

/** Types the reason and sends it by its button: the hands of the test know of no button beside the form. */
async function send(user: User, sheet: Sheet, reason: string) {
  await user.type(sheet.getByLabelText('理由'), reason);
  await user.click(sheet.getByRole('button', { name: '下載' }));
}

async function openSheet(user: User) {
  await user.click(screen.getByRole('button', { name: '下載清單' }));
  return within(await screen.findByRole('dialog'));
}

it('finds an application by the whole number, which stands in no address and is no filter of the file', async () => {
  const { user, inputsOf, address } = await openApplications();
  await user.type(screen.getByLabelText('證件號碼'), 'a123456789{Enter}');
  await waitFor(() => expect(inputsOf(LIST).at(-1)).toEqual({ state: 'waiting', number: 'A123456789' }));
  expect(address()).not.toContain('A123456789');
  expect(screen.queryByRole('button', { name: '下載清單' })).toBeNull();
});

it('narrows the list to the days of the decision, which can be linked to and which the file begins with', async () => {
  const { user, inputsOf, address } = await openApplications('/applications?state=approved');
  await user.type(screen.getByLabelText('從（選填）'), '2026-08-02');
  await user.type(screen.getByLabelText('到（選填）'), '2026-08-01{Enter}');
  expect(screen.getByText('不能早於開始日期')).toBeDefined();
  expect(inputsOf(LIST).at(-1)).toEqual({ state: 'approved' });
  await user.clear(screen.getByLabelText('到（選填）'));
  await user.type(screen.getByLabelText('到（選填）'), '2026-08-09{Enter}');
  const days = { from: '2026-08-02', to: '2026-08-09' };
  await waitFor(() => expect(inputsOf(LIST).at(-1)).toEqual({ state: 'approved', ...days }));
  expect(address()).toBe('/applications?state=approved&from=2026-08-02&to=2026-08-09');
  const sheet = await openSheet(user);
  expect(sheet.getByLabelText<HTMLInputElement>('從（選填）').value).toBe(days.from);
  await send(user, sheet, '月報資料');
  await waitFor(() => expect(inputsOf(DOWNLOAD)).toMatchObject([days]));
});

it('downloads what is listed for a reason, and says what came', async () => {
  const { user, inputsOf } = await openApplications('/applications?state=approved&account=amberlin88');
  const sheet = await openSheet(user);
  await user.selectOptions(sheet.getByLabelText('格式'), 'xlsx');
  await user.type(sheet.getByLabelText('從（選填）'), '2026-08-01');
  await user.click(sheet.getByRole('button', { name: '下載' }));
  expect(inputsOf(DOWNLOAD)).toEqual([]);
  await send(user, sheet, '月報');
  expect(inputsOf(DOWNLOAD)).toEqual([]);
  await send(user, sheet, '資料');
  expect(await screen.findByText('已下載 3 筆：real-name-waiting-2026-08-18.csv')).toBeDefined();
  expect(inputsOf(DOWNLOAD)).toEqual([
    { state: 'approved', account: 'amberlin88', format: 'xlsx', from: '2026-08-01', reason: '月報資料' },
  ]);
  expect(await saved[0]?.text()).toBe('account');
});

it('asks for no days that are turned round, and keeps what was typed when it is closed', async () => {
  const { user, inputsOf } = await openApplications();
  let sheet = await openSheet(user);
  await user.type(sheet.getByLabelText('從（選填）'), '2026-08-02');
  await user.type(sheet.getByLabelText('到（選填）'), '2026-08-01');
  await send(user, sheet, '月報資料');
  expect(sheet.getByText('不能早於開始日期')).toBeDefined();
  expect(inputsOf(DOWNLOAD)).toEqual([]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  sheet = await openSheet(user);
  expect(sheet.getByLabelText<HTMLInputElement>('到（選填）').value).toBe('2026-08-01');
  expect(sheet.getByLabelText<HTMLInputElement>('理由').value).toBe('月報資料');
});

it('saves nothing where nothing was found, and says so of a file that is not everything', async () => {
  const { user, services } = await openApplications();
  const download = async () => {
    const sheet = await openSheet(user);
    await send(user, sheet, '月報資料');
  };
  services.handlers[DOWNLOAD] = () => ({ ...downloadedList, rows: 0 });
  await download();
  expect(await screen.findByText('沒有符合的申請，沒有產生檔案。')).toBeDefined();
  expect(saved).toEqual([]);
  services.handlers[DOWNLOAD] = () => ({ ...downloadedList, rows: 2000, isCut: true });
  await download();
  expect(await screen.findByText(/檔案只含前 2000 筆，還有更多/)).toBeDefined();
  expect(saved).toHaveLength(1);
});

it('says that too many lists were asked for, and loses nothing that was typed', async () => {
  const { user, services } = await openApplications();
  services.server.set(DOWNLOAD, new AppError('RATE_LIMITED', { seconds: 40 }));
  const sheet = await openSheet(user);
  await send(user, sheet, '月報資料');
  expect(await sheet.findByRole('alert')).toBeDefined();
  expect(sheet.getByLabelText<HTMLInputElement>('理由').value).toBe('月報資料');
});
