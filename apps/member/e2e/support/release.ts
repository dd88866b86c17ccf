import { createHash } from 'node:crypto';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { running } from './running.ts';

/**
 * The product behind a reverse proxy that deploys: the same server, whose files get other names and contents with each release, as a build of other
 * sources would have, while those of the release before are gone.
 */
export interface Releases {
  readonly url: string;
  /** Makes another release the one that is served; each call of it is a new one. */
  deploy: () => void;
  /** What the proxy does besides, by path: answers it itself, or holds it for ever. Undefined goes on as usual. */
  disturb: (how: ((path: string) => Disturbance | undefined) | undefined) => void;
  /** The paths that were asked for. */
  readonly asked: string[];
  close: () => Promise<void>;
}

type Disturbance = 'silence' | { readonly status: number; readonly body?: string; readonly type?: string };

/** As the bundler names files: eight characters of hash before the ending. */
const FILE = /-([\w-]{8})\.js/g;

/** What a release makes of a text of the build: other names of files, another name of the build. Release 0 is the build as it is. */
function ofRelease(text: string, release: number): string {
  if (release === 0) return text;
  return text
    .replaceAll(FILE, `-$1.r${release}.js`)
    .replaceAll(/(data-build="|"revision":")([0-9a-f]{16})"/g, `$1${release}$2"`);
}

/** The path in the build itself; undefined when this release has no such file. */
function inBuild(path: string, release: number): string | undefined {
  if (!path.startsWith('/assets/') || !path.endsWith('.js')) return path;
  const [, name, own = '0'] = /^(.*-[\w-]{8})(?:\.r(\d+))?\.js$/.exec(path) ?? [];
  return Number(own) === release ? `${name}.js` : undefined;
}

/** The page's policy names the hashes of its scripts, which have changed with the names in them. */
function allowScripts(policy: string, page: string): string {
  const hashes = [...page.matchAll(/<script(?: type="module")?>([^]*?)<\/script>/g)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
  return policy.replace("script-src 'self'", `script-src 'self' ${hashes.join(' ')}`);
}

const isText = (type: string | undefined): boolean => /html|javascript/.test(type ?? '');

async function answer(from: IncomingMessage, to: ServerResponse, release: number): Promise<void> {
  const { statusCode = 502, headers } = from;
  if (!isText(headers['content-type'])) {
    to.writeHead(statusCode, headers);
    from.pipe(to);
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of from) chunks.push(chunk as Buffer);
  const text = ofRelease(Buffer.concat(chunks).toString(), release);
  const { 'content-length': _, etag: __, 'last-modified': ___, ...kept } = headers;
  const policy = kept['content-security-policy'];
  if (typeof policy === 'string') kept['content-security-policy'] = allowScripts(policy, text);
  to.writeHead(statusCode, kept).end(text);
}

export async function startReleases(address: string): Promise<Releases> {
  let release = 0;
  let disturbance: (path: string) => Disturbance | undefined = () => undefined;
  const asked: string[] = [];
  const origin = new URL(running.url);
  const server = createServer((incoming, to) => {
    const path = (incoming.url ?? '/').split('?', 1)[0] ?? '/';
    asked.push(path);
    const disturbed = disturbance(path);
    if (disturbed === 'silence') return;
    if (disturbed) {
      to.writeHead(disturbed.status, { 'content-type': disturbed.type ?? 'text/plain' }).end(disturbed.body);
      return;
    }
    const found = inBuild(path, release);
    if (found === undefined) {
      to.writeHead(404).end();
      return;
    }
    const {
      'accept-encoding': _,
      'if-none-match': __,
      'if-modified-since': ___,
      ...headers
    } = incoming.headers;
    const onward = request(
      {
        host: origin.hostname,
        port: origin.port,
        method: incoming.method,
        path: path === found ? incoming.url : found,
        headers: { ...headers, host: origin.host, 'x-forwarded-for': address },
      },
      (from) => void answer(from, to, release).catch(() => to.destroy()),
    );
    onward.on('error', () => to.destroy());
    to.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    deploy: () => void (release += 1),
    disturb: (how) => void (disturbance = how ?? (() => undefined)),
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => {
        server.close(done);
      });
    },
  };
}
