import { expect, it } from 'vitest';
import { createHttpServer } from '#platform/http/http-server.ts';
import { createLog } from '#platform/log/log.ts';
import { createDemoOutbox } from '#platform/messaging/demo-outbox.ts';
import { registerDemoOutbox } from './console.ts';

const app = await createHttpServer({ log: createLog('silent'), trustedProxies: [], webDir: undefined });
const outbox = createDemoOutbox();
registerDemoOutbox(app, outbox);
const page = async () => (await app.inject('/messages')).body;
const post = (text: string) =>
  outbox.ports.mobile.send({ id: 'an-id', to: '+99900000001', subject: '', text });

it('shows the newest message first, under a policy that allows no script', async () => {
  expect(await page()).toContain('還沒有訊息');
  await post('the older one');
  await post('the newer one');
  const { body, headers } = await app.inject('/messages');
  expect(body.indexOf('the newer one')).toBeLessThan(body.indexOf('the older one'));
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'self'/);
  expect(headers['content-security-policy']).not.toContain('script-src');
  expect((await app.inject('/outbox.css')).headers['content-type']).toMatch(/^text\/css/);
});

it('escapes markup', async () => {
  await post('<img src=x onerror=alert(1)>&"\'');
  expect(await page()).toContain('&lt;img src=x onerror=alert(1)&gt;&amp;&quot;&#39;');
  expect(await page()).not.toContain('<img');
});

it('keeps at most a hundred messages', async () => {
  for (let n = 0; n < 120; n += 1) await post(`number ${n}`);
  expect(outbox.list()).toHaveLength(100);
});
