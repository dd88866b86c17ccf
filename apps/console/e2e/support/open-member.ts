import { openAgain, type ApiMember } from '@holdfast/testkit/e2e';
import type { Browser, Page } from '@playwright/test';
import { running } from './test.ts';

/** The member app on the phone of a member, signed in. */
export async function openMember(browser: Browser, member: ApiMember): Promise<Page> {
  const context = await browser.newContext({
    baseURL: running.url,
    locale: 'zh-TW',
    timezoneId: 'Asia/Taipei',
    extraHTTPHeaders: { 'x-forwarded-for': member.address },
    viewport: { width: 390, height: 844 },
  });
  await context.addInitScript((stored) => {
    sessionStorage.setItem('pushAsk', 'true');
    localStorage.setItem('introSeen', JSON.stringify('/intro.webm'));
    for (const { name, value } of stored)
      if (localStorage.getItem(name) === null) localStorage.setItem(name, value);
  }, member.storage);
  return openAgain(await context.newPage());
}
