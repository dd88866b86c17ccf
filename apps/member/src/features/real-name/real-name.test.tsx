import type { RealNameStatus } from '@holdfast/contract/member';
import { appError } from '@holdfast/contract/errors';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FAKE_FILE } from '#test/fake-uploads.ts';
import { fakeServices } from '#test/fake-services.ts';
import { fakeWorld, type FakeWorld } from '#test/fake-world.ts';
import { untilKept } from '#test/kept-drafts.ts';
import { openApp } from '#test/render.tsx';

/** What jsdom lacks: nothing is drawn here; the browser test looks at what a browser draws. */
beforeEach(() => {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 400, height: 300, close: () => {} }));
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    drawImage() {},
    fillRect() {},
  } as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take) => take(new Blob(['a picture'])));
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:a-picture');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function openPanel(realNameStatus: RealNameStatus, change: Partial<FakeWorld> = {}) {
  const world = { ...fakeWorld(), ...change };
  world.info = { ...world.info, realNameStatus };
  const app = openApp('/home?panel=real-name', fakeServices({ world }));
  const panel = within(await screen.findByRole('dialog', { name: '實名驗證' }));
  const take = async (item: string) =>
    app.user.upload(
      panel.getByLabelText(new RegExp(`^${item}：拍照`), { selector: 'input' }),
      new File(['x'], 'card.jpg', { type: 'image/jpeg' }),
    );
  return { ...app, panel, take };
}
type Opened = Awaited<ReturnType<typeof openPanel>>;

async function fill({ user, panel }: Opened, { number = 'a123456789', bornOn = '1990-01-01' } = {}) {
  await user.type(await panel.findByLabelText('姓名'), '林予安');
  await user.type(panel.getByLabelText('證件號碼'), number);
  fireEvent.change(panel.getByLabelText('出生日期'), { target: { value: bornOn } });
}
const sentOf = ({ server }: Opened) =>
  server.asked.find(({ path }) => path === '/member/real-name/upload-auth/{account}')?.input;

describe('real-name verification', () => {
  test('offers each way to a picture once to whoever hears the page', async () => {
    const { panel } = await openPanel('none');
    const named = await panel.findAllByLabelText(/：拍照$/);
    expect(named.filter((element) => !element.hidden)).toHaveLength(3);
  });

  test('takes details and three pictures, and waits for the review then', async () => {
    const opened = await openPanel('none');
    const { user, panel, take } = opened;
    await fill(opened);
    for (const item of ['證件正面', '證件背面', '自拍']) {
      await take(item);
      expect(await panel.findByRole('img', { name: `${item}的照片` })).toBeTruthy();
    }
    await user.click(panel.getByRole('button', { name: '送出驗證' }));
    expect(await screen.findByText('已送出，審核完成會通知您')).toBeTruthy();
    expect(sentOf(opened)).toEqual({
      details: { document: 'national-id', realName: '林予安', number: 'a123456789', bornOn: '1990-01-01' },
      front: FAKE_FILE,
      back: FAKE_FILE,
      selfie: FAKE_FILE,
    });
    expect(await panel.findByText('審核中')).toBeTruthy();
    expect(panel.getByText('前面 3 件')).toBeTruthy();
  });

  test('says what is wrong and what is missing, and sends nothing', async () => {
    const opened = await openPanel('none');
    const { user, panel } = opened;
    await fill(opened, { number: 'A123456788', bornOn: '2020-01-01' });
    await user.click(panel.getByRole('button', { name: '送出驗證' }));
    expect(panel.getByText('檢查碼不符，有一碼以上輸入錯誤，請逐碼核對')).toBeTruthy();
    expect(panel.getByText('年滿 18 歲才能進行實名驗證')).toBeTruthy();
    expect(document.activeElement).toBe(panel.getByLabelText('證件號碼'));
    expect(panel.getByRole('alert').textContent).toBe(
      '請修正：證件號碼、出生日期（原因寫在欄位下方）還缺：證件正面、證件背面、自拍',
    );
    expect(sentOf(opened)).toBeUndefined();
  });

  test.each([
    ['A12345678', '應為 10 碼，您輸入了 9 碼'],
    ['1123456789', '第一碼是英文字母，第二碼是 1 或 2，其後都是數字'],
    ['A800000014', '這是居留證的號碼，請在上方改選居留證'],
  ])('says why %s is no number of an ID card', async (number, text) => {
    const opened = await openPanel('none');
    await fill(opened, { number });
    await opened.user.click(opened.panel.getByRole('button', { name: '送出驗證' }));
    expect(opened.panel.getByText(text)).toBeTruthy();
  });

  test('calls missing only what is not there', async () => {
    const { user, panel } = await openPanel('none');
    await user.type(await panel.findByLabelText('姓名'), '林1');
    await user.click(panel.getByRole('button', { name: '送出驗證' }));
    expect(panel.getByRole('alert').textContent).toBe(
      '請修正：姓名（原因寫在欄位下方）還缺：證件號碼、出生日期、證件正面、證件背面、自拍',
    );
  });

  test('brings back after a reload what it may keep, and says what has to be typed again', async () => {
    const opened = await openPanel('none');
    await fill(opened);
    await opened.take('證件正面');
    await opened.panel.findByRole('img', { name: '證件正面的照片' });
    await untilKept(opened.services, 'real name first front', expect.any(String));
    cleanup();
    openApp('/home?panel=real-name', fakeServices({ world: opened.world, kept: opened.services }));
    const panel = within(await screen.findByRole('dialog', { name: '實名驗證' }));
    expect(await panel.findByText(/證件號碼不會存在這台裝置上，請重新輸入/)).toBeTruthy();
    expect(panel.getByLabelText('姓名')).toHaveProperty('value', '林予安');
    expect(panel.getByLabelText('證件號碼')).toHaveProperty('value', '');
    expect(panel.getAllByText('已上傳')).toHaveLength(1);
    expect(panel.getByText(/這台裝置沒有留存/)).toBeTruthy();
    await opened.user.click(panel.getByRole('button', { name: '全部清除' }));
    expect(panel.getByLabelText('姓名')).toHaveProperty('value', '');
    expect(panel.queryByText('已上傳')).toBeNull();
  });

  test('asks before it is left with a number that would be lost, and not before', async () => {
    const { user, panel } = await openPanel('none');
    await user.type(await panel.findByLabelText('證件號碼'), 'A1');
    const reload = () => {
      const event = new Event('beforeunload', { cancelable: true });
      globalThis.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(reload()).toBe(true);
    await user.click(panel.getByRole('button', { name: '返回' }));
    const question = within(await screen.findByRole('alertdialog', { name: '要離開嗎？' }));
    await user.click(question.getByRole('button', { name: '繼續填寫' }));
    expect(panel.getByLabelText('證件號碼')).toHaveProperty('value', 'A1');
    act(() => history.back());
    await user.click(
      within(await screen.findByRole('alertdialog', { name: '要離開嗎？' })).getByRole('button', {
        name: '離開',
      }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog', { name: '實名驗證' })).toBeNull());
    // What holds the page ends with an effect, which React runs after it has shown the page without the panel.
    await waitFor(() => expect(reload()).toBe(false));
  });

  test('is left without a question while nothing would be lost', async () => {
    const { user, panel } = await openPanel('none');
    await user.type(await panel.findByLabelText('姓名'), '林予安');
    await user.click(panel.getByRole('button', { name: '返回' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: '實名驗證' })).toBeNull());
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('takes the number of a resident certificate by its own rule', async () => {
    const opened = await openPanel('none');
    const { user, panel } = opened;
    await fill(opened, { number: 'A800000014' });
    await user.click(panel.getByRole('radio', { name: '居留證' }));
    await user.click(panel.getByRole('button', { name: '送出驗證' }));
    expect(panel.getByRole('alert').textContent).toBe('還缺：證件正面、證件背面、自拍');
  });

  test('after a refusal asks for the refused picture alone, with the reason', async () => {
    const opened = await openPanel('NotApproved');
    const { user, panel, take } = opened;
    expect(await panel.findByText('審核失敗，請重新驗證')).toBeTruthy();
    expect(panel.getByText('反光遮住了文字，請換個角度重拍')).toBeTruthy();
    expect(panel.queryByLabelText('姓名')).toBeNull();
    expect(panel.getAllByRole('heading', { level: 3 }).map((head) => head.textContent)).toEqual(['證件背面']);
    await take('證件背面');
    await panel.findByRole('img', { name: '證件背面的照片' });
    await user.click(panel.getByRole('button', { name: '重新送出' }));
    await waitFor(() => expect(sentOf(opened)).toEqual({ back: FAKE_FILE }));
    expect(await panel.findByText('審核中')).toBeTruthy();
  });

  test('asks again for what was deleted since, and says so of that alone', async () => {
    const { panel } = await openPanel('NotApproved', { asksAgain: ['front', 'back'] });
    expect(await panel.findAllByText(/已過保存期限並刪除/)).toHaveLength(1);
    expect(panel.getAllByText('反光遮住了文字，請換個角度重拍')).toHaveLength(1);
    expect(panel.getAllByRole('heading', { level: 3 }).map((head) => head.textContent)).toEqual([
      '證件正面',
      '證件背面',
    ]);
  });

  test('shows how far a picture is, and what went wrong with it', async () => {
    const { user, panel, take, world } = await openPanel('NotApproved');
    await panel.findByText('審核失敗，請重新驗證');
    world.upload = 0.42;
    await take('證件背面');
    expect(await panel.findByText('上傳中 42%')).toBeTruthy();
    await user.click(panel.getByRole('button', { name: '取消上傳' }));
    world.upload = appError('UPLOAD_DAMAGED');
    await take('證件背面');
    expect((await panel.findByRole('alert')).textContent).toBe('檔案不完整或已損壞，請換一個檔案');
    delete world.upload;
    await user.click(panel.getByRole('button', { name: '再試一次' }));
    expect(await panel.findByRole('img', { name: '證件背面的照片' })).toBeTruthy();
  });

  test('once approved says so, under the name, and asks for nothing', async () => {
    const { panel } = await openPanel('Approved');
    expect(await panel.findByText('已驗證')).toBeTruthy();
    expect(panel.getByText('林○安')).toBeTruthy();
    expect(panel.queryByRole('button', { name: '送出驗證' })).toBeNull();
  });
});
