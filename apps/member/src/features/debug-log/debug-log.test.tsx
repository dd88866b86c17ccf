import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openApp } from '#test/render.tsx';

afterEach(() => void vi.unstubAllGlobals());

async function openPanel() {
  const app = openApp('/home?panel=debug-log');
  return { ...app, panel: within(await screen.findByRole('dialog', { name: '問題紀錄' })) };
}

describe('the panel of the debug log', () => {
  test('is reached from the settings', async () => {
    const { user } = openApp('/home?panel=settings');
    await user.click(await screen.findByRole('link', { name: /問題紀錄/ }));
    expect(await screen.findByRole('dialog', { name: '問題紀錄' })).toBeTruthy();
  });

  test('changes what is noted', async () => {
    const { user, panel, services } = await openPanel();
    expect(services.debugLog.mode()).toBe('open');
    await user.click(panel.getByRole('radio', { name: '不記錄' }));
    expect(services.shared.getItem('debugMod')).toBe('"close"');
  });

  test('shows how much there is, and clears it', async () => {
    const { user, panel, services } = await openPanel();
    services.tab.setItem('debugLog.1', 'x'.repeat(2048));
    services.debugLog.setMode('errorOnly');
    expect(await panel.findByText('2.0 KB')).toBeTruthy();
    await user.click(panel.getByRole('button', { name: '清除紀錄' }));
    expect(await panel.findByText('0 KB')).toBeTruthy();
    expect(services.tab.getItem('debugLog.1')).toBeNull();
  });

  test('saves what it holds as a file', async () => {
    const { user, panel, services } = await openPanel();
    services.debugLog.record({
      path: '/member/balanceinfo',
      at: 0,
      tookMs: 1,
      input: {},
      error: { name: 'OFFLINE' },
    });
    const saved: Blob[] = [];
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: (blob: Blob) => (saved.push(blob), 'blob:x') }),
    );
    await user.click(panel.getByRole('button', { name: '存成檔案' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(await saved[0]?.text()).toContain('OFFLINE');
  });
});
