import { createHash } from 'node:crypto';

/** The security headers of every answer. docs/security.md says which attack each prevents. */

interface Allowed {
  /** Hashes of what may stand in the page itself. */
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  /** Origins besides our own. */
  readonly media: readonly string[];
  /** The assets host, where that is another origin. */
  readonly files: readonly string[];
}

const contentSecurityPolicy = ({ scripts, styles, media, files }: Allowed): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    ["img-src 'self' blob: data:", ...files].join(' '),
    ["connect-src 'self'", ...files].join(' '),
    ["media-src 'self'", ...media].join(' '),
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types app',
  ].join('; ');

export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy({ scripts: [], styles: [], media: [], files: [] }),
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=()',
  /** Answers are not cached; static files set their own header. */
  'cache-control': 'no-store',
};

const hashesOf = (page: string, element: RegExp): string[] =>
  [...page.matchAll(element)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );

/**
 * The policy of the app's page. What the build has put into it for the first paint may run and style, byte for byte as it stands in this
 * file; nothing that is added to the page on its way or by its content does. `others` are
 * the origins of its videos and of its files besides our own.
 */
export function pagePolicyOf(page: string, others: Pick<Allowed, 'media' | 'files'>): string {
  return contentSecurityPolicy({
    // WebAssembly of our own files, which reads QR codes; of JavaScript nothing more may run by it.
    scripts: ["'wasm-unsafe-eval'", ...hashesOf(page, /<script(?: type="module")?>([^]*?)<\/script>/g)],
    styles: hashesOf(page, /<style>([^]*?)<\/style>/g),
    ...others,
  });
}
