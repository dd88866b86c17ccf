import { appError } from '@holdfast/contract/errors';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FAKE_FILE } from '#test/fake-uploads.ts';
import { fakeServices } from '#test/fake-services.ts';
import { openApp } from '#test/render.tsx';

/** What jsdom lacks: nothing is drawn here; `avatar.e2e.ts` looks at what a browser draws. */
beforeEach(() => {
  vi.stubGlobal('createImageBitmap', async (file: File) => {
    if (file.name === 'broken.jpg') throw new DOMException('not a picture', 'InvalidStateError');
    return { width: 400, height: 300, close: () => {} };
  });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    drawImage() {},
    fillRect() {},
  } as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take) => take(new Blob(['a picture'])));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function openAvatar(services = fakeServices()) {
  const app = openApp('/home?panel=avatar', services);
  const panel = within(await screen.findByRole('dialog', { name: '大頭貼' }));
  const choose = async (name = 'me.jpg') =>
    app.user.upload(
      panel.getByLabelText(/選擇圖片|換一張/, { selector: 'input' }),
      new File(['x'], name, { type: 'image/jpeg' }),
    );
  return { ...app, panel, choose };
}

describe('the own picture', () => {
  test('is chosen, cut, uploaded and shown at once, and kept under the account', async () => {
    const { user, panel, choose, services, world } = await openAvatar();
    await choose();
    expect(await panel.findByRole('img', { name: /拖曳圖片/ })).toBeTruthy();
    await user.click(panel.getByRole('button', { name: '使用這張圖片' }));
    expect(await screen.findByText('大頭貼已更新')).toBeTruthy();
    expect(world.avatar).toBe(FAKE_FILE);
    expect(services.shared.getItem(`${world.member.account}-avatar`)).toBe(JSON.stringify(FAKE_FILE));
    await waitFor(() =>
      expect(document.querySelector(`img[src^="/res/${FAKE_FILE}?checksum="]`)).toBeTruthy(),
    );
  });

  test('is asked for once by a device that does not know it', async () => {
    const services = fakeServices();
    services.server.world.avatar = FAKE_FILE;
    const { server } = await openAvatar(services);
    await waitFor(() => expect(document.querySelector(`img[src^="/res/${FAKE_FILE}"]`)).toBeTruthy());
    expect(server.asked.filter(({ path }) => path === '/member/avatar/get')).toHaveLength(1);
    await services.signOut();
    expect(services.shared.getItem(`${services.server.world.member.account}-avatar`)).toBeNull();
  });

  test('tells how far it is, and is cancelled without a trace', async () => {
    const { user, panel, choose, world } = await openAvatar();
    world.upload = 0.42;
    await choose();
    await user.click(await panel.findByRole('button', { name: '使用這張圖片' }));
    expect(await panel.findByText('上傳中 42%')).toBeTruthy();
    expect(panel.getByRole('progressbar').getAttribute('value')).toBe('0.42');
    await user.click(panel.getByRole('button', { name: '取消上傳' }));
    expect(await panel.findByRole('button', { name: '使用這張圖片' })).toBeTruthy();
    expect(world.avatar).toBeUndefined();
  });

  test('says what was wrong, and is tried again with the same picture', async () => {
    const { user, panel, choose, world } = await openAvatar();
    world.upload = appError('CONNECTION_UNSTABLE');
    await choose();
    await user.click(await panel.findByRole('button', { name: '使用這張圖片' }));
    expect((await panel.findByRole('alert')).textContent).toBe('連線不穩');
    delete world.upload;
    await user.click(panel.getByRole('button', { name: '再試一次' }));
    await waitFor(() => expect(world.avatar).toBe(FAKE_FILE));
  });

  test('that cannot be read is refused on the device', async () => {
    const { panel, choose, server } = await openAvatar();
    await choose('broken.jpg');
    expect((await panel.findByRole('alert')).textContent).toBe('檔案不完整或已損壞，請換一個檔案');
    expect(server.asked.some(({ path }) => path === '/member/avatar/set')).toBe(false);
  });

  test('is taken away', async () => {
    const services = fakeServices();
    services.server.world.avatar = FAKE_FILE;
    const { user, panel, world } = await openAvatar(services);
    await user.click(await panel.findByRole('button', { name: '移除大頭貼' }));
    expect(await screen.findByText('大頭貼已移除')).toBeTruthy();
    expect(world.avatar).toBeNull();
    await waitFor(() => expect(document.querySelector('img[src^="/res/"]')).toBeNull());
  });
});
