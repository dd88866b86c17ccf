import { defined } from '@holdfast/kernel';
import { expect, type Locator, type Page } from '@playwright/test';
import { TRANSACTION_SECRET, type ApiMember } from './api-member.ts';
import { running } from './running.ts';

/** User actions that several tests need. Elements are found as a member finds them: by role and by name. */

export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) });

/** A tab of the main menu. Its name may end with how much waits there. */
export const tab = (page: Page, name: string): Locator =>
  page.getByRole('navigation').getByRole('link', { name });

/** The sheet or dialog on top. */
export const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true });

/** Confirms the safety lesson that a member's first 鎖定 shows. */
export async function readSafetyLesson(page: Page): Promise<void> {
  await dialog(page, '第一次交易前，請記住這幾點').getByRole('button', { name: '我知道了，繼續' }).click();
}

/** Types the transaction secret into the field that has the focus. */
export async function typeSecret(
  page: Page,
  label = '六位數交易密碼',
  secret = TRANSACTION_SECRET,
): Promise<void> {
  await expect(page.getByLabel(label, { exact: true })).toBeFocused();
  await page.keyboard.type(secret);
}

/** Presses Escape once the top dialog has the focus: before that it does not listen yet. */
export async function pressEscape(page: Page): Promise<void> {
  await page.locator('[data-mask]:focus-within').waitFor();
  await page.keyboard.press('Escape');
}

/** Opens the release of an order that is not marked as paid yet, from the menu. */
export async function openEarlyRelease(page: Page): Promise<void> {
  await button(page, '更多操作').click();
  await button(page, /^已收到款項，提前放行/).click();
}

/** A picture as a bank's app would make it, drawn by the page itself. */
async function receiptFrom(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [360, 640];
    const context = canvas.getContext('2d');
    if (!context) return '';
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, 360, 640);
    context.fillStyle = '#0b6b53';
    for (let row = 0; row < 8; row += 1) context.fillRect(30, 60 + row * 70, 80 + ((row * 53) % 200), 20);
    return canvas.toDataURL('image/png');
  });
  return Buffer.from(url.split(',')[1] ?? '', 'base64');
}

/** Chooses the proof of a payment in the sheet that declares it, and waits until it has arrived. */
export async function giveProof(page: Page): Promise<void> {
  const file = { name: 'receipt.png', mimeType: 'image/png', buffer: await receiptFrom(page) };
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
  await expect(page.getByText('已上傳')).toBeVisible();
}

/** Answers with yes what a payee is asked before a release. */
export async function tickChecklist(page: Page): Promise<void> {
  const yes = page.getByRole('dialog').getByRole('radio', { name: '是', exact: true });
  await expect(yes.first()).toBeAttached();
  for (const one of await yes.all()) await one.dispatchEvent('click'); // what is pressed is its label
  await page.getByRole('checkbox', { name: /無法取回/ }).check();
}

/** Waits until the live stream is open: a new device then has stored where its inbox begins, and later messages arrive. */
export async function hearsNews(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => localStorage.getItem('inboxSeen'))).not.toBeNull();
}

/**
 * Waits until a message of this type has come and counts as seen, as it does where its screen is open. Whoever leaves that screen before is shown it
 * as a dialog over the next one.
 */
export async function hasSeen(page: Page, member: ApiMember, type: string): Promise<void> {
  const seen = () =>
    page.evaluate(
      () => (JSON.parse(localStorage.getItem('inboxSeen') ?? '{}') as { seq?: string }).seq ?? '0',
    );
  const isSeen = async () => {
    const { items } = await member.call('/member/notification/list', { after: '0' });
    const row = items.findLast((one) => one.type === type);
    return row !== undefined && BigInt(await seen()) >= BigInt(row.seq);
  };
  await expect.poll(isSeen, { message: `${type} is seen` }).toBe(true);
}

/** The messages in the demo's outbox, newest first, as HTML. */
async function outboxArticles(): Promise<string[]> {
  const html = await (await fetch(`${running.consoleUrl}/messages`)).text();
  return html.split('<article ').slice(1);
}

/** Codes that a test has read already: the message with the next one may be on its way. */
const codesRead = new Set<string>();

/**
 * The code in the newest message to an address, once it is in the demo's outbox, and never the same one twice. `about`: a text of the
 * message, such as its purpose. Read over HTTP, because the outbox page reloads only every three seconds.
 */
export async function readCode(address: string, about = ''): Promise<string> {
  let code: string | undefined;
  await expect
    .poll(
      async () => {
        const articles = await outboxArticles();
        const newest = articles.find((it) => it.includes(`aria-label="${address}"`) && it.includes(about));
        // An address or an account may have six digits in a row itself.
        code = /(?<![\w+])\d{6}(?!\w)/.exec((newest ?? '').replaceAll(address, ''))?.[0];
        return code !== undefined && !codesRead.has(`${address} ${code}`);
      },
      { message: `a new code for ${address}`, intervals: [100] },
    )
    .toBe(true);
  codesRead.add(`${address} ${code}`);
  return defined(code, 'the poll has found it');
}

const FREEZE_LINK = /http[^\s"<]+\/login#freeze=[\w-]{43}/;

/** The link to freeze the account in the newest message to an address that has one. */
export async function readFreezeLink(address: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(
      async () => {
        const toAddress = (await outboxArticles()).filter((it) => it.includes(`aria-label="${address}"`));
        [link] = toAddress.map((it) => FREEZE_LINK.exec(it)?.[0]).filter((found) => found !== undefined);
        return link;
      },
      { message: `a link for ${address}`, intervals: [100] },
    )
    .toBeDefined();
  return defined(link, 'the poll has found it');
}

/** Drags the thumb of a slide to the end of its track, as a finger does. */
export async function slide(thumb: Locator): Promise<void> {
  const page = thumb.page();
  await expect(thumb).toBeEnabled();
  await thumb.scrollIntoViewIfNeeded();
  const from = defined(await thumb.boundingBox(), 'the thumb is on the screen');
  const track = defined(await thumb.locator('..').boundingBox(), 'the track is on the screen');
  const y = from.y + from.height / 2;
  await page.mouse.move(from.x + from.width / 2, y);
  await page.mouse.down();
  await page.mouse.move(track.x + track.width / 2, y, { steps: 3 });
  await page.mouse.move(track.x + track.width - 8, y, { steps: 3 });
  await page.mouse.up();
}

export { signInMember as signIn } from '@holdfast/testkit/e2e';

/** Fills the form of a new listing of 3,000 TWD that pays onto the only card there is, and has it ready to be sent. */
export async function fillListing(page: Page): Promise<void> {
  await page.getByLabel('賣出數量', { exact: true }).fill('3000');
  await page.getByLabel('每筆最少', { exact: true }).fill('500');
  // What a test breaks next shall meet the command, and not the read that the form begins with.
  await expect(page.getByRole('group', { name: '銀行帳戶' }).getByRole('checkbox')).toBeChecked();
}
