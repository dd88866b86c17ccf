import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { createHttpServer } from './http-server.ts';

describe('the page of the app', () => {
  it('may run and style what the build has put into it, and nothing else; no other answer may', async () => {
    const webDir = mkdtempSync(join(tmpdir(), 'holdfast-web-'));
    writeFileSync(
      join(webDir, 'index.html'),
      '<style>a{}</style><script src="/x.js"></script><script>1</script><script type="module">2</script>',
    );
    const withApp = await createHttpServer({ log: createLog('silent'), trustedProxies: [], webDir });
    const policyOf = async (url: string) =>
      String(
        (await withApp.inject({ url, headers: { accept: 'text/html' } })).headers['content-security-policy'],
      );
    const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    for (const url of ['/login', '/unknown', '/index.html']) {
      expect(await policyOf(url)).toContain(
        `script-src 'self' 'wasm-unsafe-eval' ${hashOf('1')} ${hashOf('2')};`,
      );
      expect(await policyOf(url)).toContain(`style-src 'self' ${hashOf('a{}')};`);
    }
    expect(await policyOf('/x.js')).toContain("script-src 'self'; style-src 'self';");
    // A build replaces the page while the product runs: the next answer allows what the new page has in it, and no more.
    writeFileSync(join(webDir, 'index.html'), '<script>another build</script>');
    expect(await policyOf('/login')).toContain(
      `script-src 'self' 'wasm-unsafe-eval' ${hashOf('another build')}; style-src 'self';`,
    );
    await withApp.close();
    rmSync(webDir, { recursive: true });
  });

  it('may show a video of the configured origin besides our own, and of no other', async () => {
    const webDir = mkdtempSync(join(tmpdir(), 'holdfast-web-'));
    writeFileSync(join(webDir, 'index.html'), '<p></p>');
    const mediaSrcOf = async (mediaOrigins: readonly string[]) => {
      const app = await createHttpServer({
        log: createLog('silent'),
        trustedProxies: [],
        webDir,
        mediaOrigins,
      });
      const { headers } = await app.inject({ url: '/login' });
      await app.close();
      return /media-src [^;]*/.exec(String(headers['content-security-policy']))?.[0];
    };
    expect(await mediaSrcOf([])).toBe("media-src 'self'");
    expect(await mediaSrcOf(['https://film.example'])).toBe("media-src 'self' https://film.example");
    rmSync(webDir, { recursive: true });
  });

  it('may show and fetch files of the assets host, where that is another origin', async () => {
    const webDir = mkdtempSync(join(tmpdir(), 'holdfast-web-'));
    writeFileSync(join(webDir, 'index.html'), '<p></p>');
    const policyWith = async (fileOrigins: readonly string[]) => {
      const app = await createHttpServer({
        log: createLog('silent'),
        trustedProxies: [],
        webDir,
        fileOrigins,
      });
      const { headers } = await app.inject({ url: '/login' });
      await app.close();
      return String(headers['content-security-policy']);
    };
    expect(await policyWith([])).toContain("img-src 'self' blob: data:; connect-src 'self';");
    expect(await policyWith(['https://files.example'])).toContain(
      "img-src 'self' blob: data: https://files.example; connect-src 'self' https://files.example;",
    );
    rmSync(webDir, { recursive: true });
  });
});
