import * as z from 'zod/mini';

/** The environment as it may be given: each variable with its form and its default. What follows from them together is config.ts. */

const port = z.pipe(
  z.pipe(
    z.string().check(z.regex(/^\d{1,5}$/)),
    z.transform((text) => Number(text)),
  ),
  z.number().check(z.maximum(65_535)),
);

const PLATFORMS = ['web', 'ios', 'android'] as const;
export type Platform = (typeof PLATFORMS)[number];

/** A list such as `web=1.2.0,ios=1.1.0`; platforms may be missing. */
function byPlatform(value: RegExp) {
  const isOk = (text: string) => {
    const [platform = '', rest = ''] = text.split(/=(.*)/s);
    return (PLATFORMS as readonly string[]).includes(platform) && value.test(rest);
  };
  return z
    .string()
    .check(
      z.refine((text) => text === '' || text.split(',').every(isOk), 'must read web=...,ios=...,android=...'),
    );
}

export const FIRST_VERSION = '0.1.0';
/** Where Chrome, Edge and others, Firefox, Safari and Edge on Windows have their messages delivered. */
const PUSH_SERVICES =
  'fcm.googleapis.com,updates.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com';
/** Part of the member app (`node tools/intro-video/make.ts`). */
export const DEMO_INTRO_VIDEO = '/intro.webm';

export const parseProxies = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== 'none');

/** An address, or a network such as 10.0.0.0/8. */
const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);
const isNetwork = (text: string): boolean => network.safeParse(text).success;

const urlOf = (text: string): URL | undefined => URL.parse(text) ?? undefined;

/** An address that can be called. A name and a password in it would be sent to nobody: they have variables of their own. */
const isCallable = (text: string): boolean => urlOf(text)?.username === '';
const CALLABLE = 'must be an address, without a name and a password';

/** As browsers write it: pages and passkeys are held against it letter by letter. */
const httpsOrigin = z.string().check(
  z.regex(/^(https:\/\/|http:\/\/localhost:)[^/]+$/, 'must be an https origin without a path'),
  z.refine(
    (text) => urlOf(text)?.origin === text,
    'must be an https origin as browsers write it, such as https://app.example: small letters, no default port',
  ),
);

export const environment = z.object({
  /** `demo`: the first run creates secrets and a demo world. `production`, the default, refuses every such convenience. */
  HOLDFAST_MODE: z._default(z.enum(['production', 'demo', 'test']), 'production'),
  /** The owner's address at any PostgreSQL from 15 on, for migrations alone; `npm start` fills in the embedded one. */
  DATABASE_URL: z._default(
    z.string().check(z.regex(/^(postgres(ql)?:\/\/.*)?$/, 'must begin with postgres://')),
    '',
  ),
  /** A login that an administrator has made for the product, where the user of DATABASE_URL may not create one. */
  DATABASE_APP_URL: z.optional(
    z.string().check(z.regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')),
  ),
  PORT: z._default(port, 3000),
  /** Loopback by default: a demo must not be reachable from a network by accident. */
  HOST: z._default(z.string(), '127.0.0.1'),
  /** Folder of secrets and other local files. */
  HOLDFAST_DATA: z.string().check(z.minLength(1)),
  /** The console's own origin. In a demo it also shows the messages that are not sent; 0 takes any free port. */
  CONSOLE_PORT: z._default(port, 3001),
  /** The assets host as browsers reach it, an origin of its own. Production has no default; elsewhere each app serves files itself without it. */
  ASSETS_URL: z.optional(httpsOrigin),
  /** Where this process listens for the assets host. */
  ASSETS_PORT: z.optional(port),
  /** Where this process shows its metrics, on loopback alone; without it nowhere. */
  METRICS_PORT: z.optional(port),
  /** The services of a production worker: SMTP (`smtps://user:password@host`), the mail sender, the SMS gateway; see docs/operating/run.md. */
  SMTP_URL: z.optional(z.string()),
  SMTP_URL_FILE: z.optional(z.string()),
  MAIL_FROM: z._default(z.string(), ''),
  SMS_URL: z.optional(
    z
      .string()
      .check(
        z.regex(/^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)[:/])/, 'must be an https address'),
        z.refine(isCallable, CALLABLE),
      ),
  ),
  SMS_TOKEN: z.optional(z.string()),
  SMS_TOKEN_FILE: z.optional(z.string()),
  /** The built member app; without it only the proxy is served. */
  HOLDFAST_WEB: z.optional(z.string()),
  /** The built console; without it only its proxy is served. */
  HOLDFAST_CONSOLE_WEB: z.optional(z.string()),
  HOLDFAST_ROLES: z._default(
    z.string().check(z.regex(/^(gateway|console|worker|assets)(,(gateway|console|worker|assets))*$/)),
    'gateway,console,worker,assets',
  ),
  /**
   * Processes that answer members' calls; by default one for each core, or for each two where the database is on this machine, and four at
   * most. Only Linux lets them share a port.
   */
  GATEWAY_PROCESSES: z.optional(
    z.string().check(z.regex(/^([1-9]|1[0-6])$/, 'must be a number from 1 to 16')),
  ),
  /**
   * Addresses of our own reverse proxies, comma separated; only these may speak for a client's address. `none` where there are none.
   * Production has no default: behind a proxy that is not named here, every member would share the proxy's rate limits.
   */
  TRUSTED_PROXIES: z.optional(
    z
      .string()
      .check(z.refine((text) => parseProxies(text).every(isNetwork), 'must name addresses, or be none')),
  ),
  /** The networks from which operators work; without it the console answers any. */
  CONSOLE_NETWORKS: z.optional(
    z
      .string()
      .check(z.refine((text) => parseProxies(text).every(isNetwork), 'must name addresses or networks')),
  ),
  /** The member app's origin as members reach it, for links in messages. Without it messages have none. */
  PUBLIC_URL: z.optional(httpsOrigin),
  /** The console's origin as operators reach it, for links in invitations. */
  CONSOLE_URL: z.optional(httpsOrigin),
  SUPPORT_URL: z._default(
    z.string().check(z.regex(/^https:\/\//, 'must be an https address'), z.refine(isCallable, CALLABLE)),
    'https://support.holdfast.example/',
  ),
  /** An intro video for new members: an https address or a path of this server. Empty for none, the default outside a demo. */
  INTRO_VIDEO_URL: z.optional(
    z.string().check(
      z.regex(/^(https:\/\/.+|\/(?![/\\]).+)?$/, 'must be an https address, a path of this server or empty'),
      z.refine((text) => !text.startsWith('https:') || URL.canParse(text), 'must be an address'),
    ),
  ),
  /** By platform, comma separated: the oldest supported version, the newest version, and the store's address. */
  APP_MINIMUM: z._default(byPlatform(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/), ''),
  APP_NEWEST: z._default(byPlatform(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/), ''),
  APP_STORES: z._default(byPlatform(/^https:\/\//), ''),
  /** `off` takes the member app's service worker away from every browser that has one. */
  SERVICE_WORKER: z._default(z.enum(['on', 'off']), 'on'),
  /** Whether members may lock the app with a PIN. */
  PIN_LOCK: z._default(z.enum(['on', 'off']), 'on'),
  /** The developer switch of the real-name check: always on in production, off elsewhere until it is turned on. */
  REAL_NAME_CHECK: z.optional(z.enum(['on', 'off'])),
  /** Whether owners who are away are asked before a lock: always in production. Nobody sits behind the members of a demo, so there it is off until it is turned on. */
  ASK_ABSENT_OWNERS: z._default(z.enum(['on', 'off']), 'off'),
  /** Days until a password expires; 0 for never, the default, because forced regular changes make passwords worse. */
  PASSWORD_MAX_AGE_DAYS: z._default(
    z.pipe(
      z.string().check(z.regex(/^\d{1,4}$/)),
      z.transform((text) => Number(text)),
    ),
    0,
  ),
  /** An S3-compatible store of uploaded files; without a bucket they lie in the data folder of this machine. */
  S3_BUCKET: z.optional(
    z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')),
  ),
  S3_ENDPOINT: z._default(
    z.string().check(
      z.regex(/^(|https:\/\/.+|http:\/\/(localhost|127\.0\.0\.1)(:\d+)?)$/, 'must be an https address'),
      z.refine((text) => text === '' || isCallable(text), CALLABLE),
    ),
    '',
  ),
  S3_REGION: z._default(z.string(), 'us-east-1'),
  S3_ACCESS_KEY_ID: z._default(z.string(), ''),
  S3_SECRET_ACCESS_KEY: z.optional(z.string()),
  S3_SECRET_ACCESS_KEY_FILE: z.optional(z.string()),
  /** Production's secrets, as texts or as names of files that hold them; see docs/operating/run.md. */
  CHANNEL_KEYS: z.optional(z.string()),
  CHANNEL_KEYS_FILE: z.optional(z.string()),
  MASTER_KEY: z.optional(z.string()),
  MASTER_KEY_FILE: z.optional(z.string()),
  VAPID_KEYS: z.optional(z.string()),
  VAPID_KEYS_FILE: z.optional(z.string()),
  /** The hosts of the push services that browsers may name, comma separated; `*.` for any host below. */
  PUSH_SERVICES: z._default(
    z
      .string()
      .check(
        z.regex(
          /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+(,(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+)*$/,
          'must name hosts, such as fcm.googleapis.com,*.push.apple.com',
        ),
      ),
    PUSH_SERVICES,
  ),
  /** In tests: the address of a push service of their own, on this machine and without TLS, that is admitted besides. */
  PUSH_TEST_SERVICE: z.optional(
    z.string().check(z.regex(/^http:\/\/127\.0\.0\.1:\d+$/, 'must be http://127.0.0.1 with a port')),
  ),
  /** The account of Firebase Cloud Messaging that speaks to the native shells, as the JSON that Google gives. Without it shells have no push. */
  FCM_SERVICE_ACCOUNT: z.optional(z.string()),
  FCM_SERVICE_ACCOUNT_FILE: z.optional(z.string()),
  LOG_LEVEL: z._default(z.enum(['silent', 'error', 'warn', 'info', 'debug']), 'info'),
});

export type Environment = z.infer<typeof environment>;
