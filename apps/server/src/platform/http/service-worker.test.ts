import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { createHttpServer, type HttpOptions } from './http-server.ts';
import { WITHDRAWN_WORKER } from './service-worker.ts';

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function serve(files: Record<string, string>, options: Partial<HttpOptions> = {}) {
  const webDir = mkdtempSync(join(tmpdir(), 'holdfast-web-'));
  closers.push(() => rmSync(webDir, { recursive: true }));
  for (const [name, text] of Object.entries({ 'index.html': '<p></p>', ...files }))
    writeFileSync(join(webDir, name), text);
  const app = await createHttpServer({ log: createLog('silent'), trustedProxies: [], webDir, ...options });
  closers.push(() => app.close());
  return app;
}

describe('the service worker of an app', () => {
  it("is the build's own, revalidated by everybody who asks", async () => {
    const app = await serve({ 'sw.js': 'own()' }, { serviceWorker: true });
    const { statusCode, body, headers } = await app.inject('/sw.js');
    expect([statusCode, body]).toEqual([200, 'own()']);
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-type']).toMatch(/javascript/);
    // It asks the server for its own files, and for nothing else.
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).toContain("connect-src 'self';");
  });

  it.each([
    ['is switched off', { 'sw.js': 'own()' }, false],
    ['is not in the build that was put back', {}, true],
  ])('is ended where it %s', async (_, files, serviceWorker) => {
    const app = await serve(files, { serviceWorker });
    const { statusCode, body, headers } = await app.inject('/sw.js');
    expect([statusCode, body]).toEqual([200, WITHDRAWN_WORKER]);
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-type']).toMatch(/javascript/);
  });

  it('of the console is none', async () => {
    const app = await serve({});
    expect((await app.inject('/sw.js')).statusCode).toBe(404);
  });
});

describe('what a start needs', () => {
  it('is asked for each time where it can change, and never again where its name says what is in it', async () => {
    const app = await serve({ 'manifest.webmanifest': '{}', 'mark.svg': '<svg/>' }, { serviceWorker: true });
    for (const url of ['/', '/home', '/index.html', '/manifest.webmanifest', '/mark.svg'])
      expect((await app.inject(url)).headers['cache-control'], url).toBe('no-cache');
    expect((await app.inject('/manifest.webmanifest')).headers['content-type']).toMatch(/manifest\+json/);
  });

  it('is never a page in the place of a file that is gone', async () => {
    const app = await serve({}, { serviceWorker: true });
    for (const url of ['/assets/old-12345678.js', '/icons/1.png'])
      expect((await app.inject({ url, headers: { accept: 'text/html' } })).statusCode, url).toBe(404);
  });
});
