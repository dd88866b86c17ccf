import type { Page } from '@playwright/test';
import { dialog } from './support/hands.ts';
import { expect, test } from './support/test.ts';

/** A sheet comes up from below for a moment. Whoever is quick presses what moves. */

/** Opens a sheet that takes long to come up, and tells where the middle of its close button is now. */
async function openSlowly(page: Page): Promise<{ x: number; y: number }> {
  await page.goto('/login');
  await page.waitForFunction(() => !document.querySelector('[data-static]'));
  await page.evaluate(() => document.documentElement.style.setProperty('--calm', '5s'));
  await page.getByRole('button', { name: /伺服器金鑰指紋/ }).click();
  const close = dialog(page, '伺服器金鑰指紋').getByRole('button', { name: '關閉' });
  await close.waitFor();
  return close.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  });
}

/** As long as a finger rests: the sheet would move on by more than the button's height. */
const restFrames = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const began = performance.now();
        const look = () => (performance.now() - began > 700 ? resolve() : requestAnimationFrame(look));
        look();
      }),
  );

test('what is pressed with a mouse while its sheet slides in is what is done', async ({ open }) => {
  const page = await open();
  const { x, y } = await openSlowly(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await restFrames(page);
  await page.mouse.up();
  await expect(dialog(page, '伺服器金鑰指紋')).toHaveCount(0, { timeout: 3000 });
});

test('what is pressed with a finger while its sheet slides in is what is done', async ({ open }) => {
  const page = await open({ hasTouch: true });
  const { x, y } = await openSlowly(page);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  await restFrames(page);
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(dialog(page, '伺服器金鑰指紋')).toHaveCount(0, { timeout: 3000 });
});

test('a sheet that is pressed twice at once goes on to its place', async ({ open }) => {
  const page = await open();
  await openSlowly(page);
  // The second press begins before the first one has let the sheet go, which it does behind its click.
  const states = await dialog(page, '伺服器金鑰指紋').evaluate(async (element) => {
    for (const name of ['pointerdown', 'pointerup', 'pointerdown', 'pointerup'])
      element.dispatchEvent(new PointerEvent(name, { bubbles: true }));
    await new Promise((resolve) => setTimeout(resolve, 100));
    return element.getAnimations().map(({ playState }) => playState);
  });
  expect(states).toEqual(['running']);
});
