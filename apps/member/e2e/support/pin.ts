import { expect, type Page } from '@playwright/test';
import { button, typeSecret } from './hands.ts';

/** User actions with the PIN lock of a device. */

export const PIN = '2580';

/** Sets a first PIN in the panel that is open. */
export async function choosePin(page: Page): Promise<void> {
  await button(page, '設定 PIN 碼').click();
  await typeSecret(page);
  await typeSecret(page, '輸入新的 PIN 碼', PIN);
  await typeSecret(page, '再輸入一次', PIN);
  await expect(button(page, '變更 PIN 碼')).toBeVisible();
  // The history is still going back over the steps; a test could navigate meanwhile, a person is not fast enough.
  await page.waitForFunction(() => !(history.state as { steps?: number } | null)?.steps);
}

export async function setPin(page: Page): Promise<void> {
  await page.goto('/home?panel=pin');
  await choosePin(page);
}

/** The page stops being looked at, or is looked at again, as when another app comes to the front. */
export async function look(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((is) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => is });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

export async function leaveAndComeBack(page: Page): Promise<void> {
  await look(page, 'hidden');
  await look(page, 'visible');
}

/** Types a PIN at the lock, whose entry has the focus by itself. */
export async function enter(page: Page, pin: string): Promise<void> {
  await typeSecret(page, 'PIN 碼', pin);
  await page.keyboard.press('Enter');
}

export async function unlock(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(點一下螢幕解鎖|解鎖)$/ }).click();
  await enter(page, PIN);
  await expect(page.locator('[data-pin-lock]')).toHaveCount(0);
}
