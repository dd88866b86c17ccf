import { expect } from '@playwright/test';
import { running } from './test.ts';

/** The code in the newest message to a number, which is so new that it has no other one. */
export async function codeTo(mobile: string): Promise<string> {
  let code: string | undefined;
  await expect
    .poll(async () => {
      const html = await (await fetch(`${running.consoleUrl}/messages`)).text();
      const article = html.split('<article ').find((it) => it.includes(`aria-label="${mobile}"`)) ?? '';
      code = /(?<![\w+])\d{6}(?!\w)/.exec(article.replaceAll(mobile, ''))?.[0];
      return code;
    })
    .toBeDefined();
  return code ?? '';
}
