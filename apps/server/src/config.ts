import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import type { CardApproval } from '@holdfast/contract/calls';
import * as z from 'zod/mini';

/** The only reader of the environment. Everything else gets the frozen object. */

const port = z.pipe(
  z.pipe(
    z.string().check(z.regex(/^\d{1,5}$/)),
    z.transform((text) => Number(text)),
  ),
  z.number().check(z.maximum(65_535)),
);

const PLATFORMS = ['web', 'ios', 'android'] as const;

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

const FIRST_VERSION = '0.1.0';
/** Part of the member app (`node tools/intro-video/make.ts`). */
const DEMO_INTRO_VIDEO = '/intro.webm';

const parseProxies = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== 'none');

/** An address, or a network such as 10.0.0.0/8. */
const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);
const isNetwork = (text: string): boolean => network.safeParse(text).success;

const httpsOrigin = z
  .string()
  .check(z.regex(/^(https:\/\/|http:\/\/localhost:)[^/]+$/, 'must be an https origin without a path'));

const schema = z.object({
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
      .check(z.regex(/^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)[:/])/, 'must be an https address')),
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
  /** Processes that answer members' calls; by default one for each core, four at most. Only Linux lets them share a port. */
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
    z.string().check(z.regex(/^https:\/\//, 'must be an https address')),
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
    z
      .string()
      .check(
        z.regex(/^(|https:\/\/.+|http:\/\/(localhost|127\.0\.0\.1)(:\d+)?)$/, 'must be an https address'),
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
  LOG_LEVEL: z._default(z.enum(['silent', 'error', 'warn', 'info', 'debug']), 'info'),
});

export type Role = 'gateway' | 'console' | 'worker' | 'assets';

interface MessagingConfig {
  readonly smtpUrl: string;
  readonly mailFrom: string;
  readonly smsUrl: string;
  readonly smsToken: string;
}

interface S3Config {
  readonly bucket: string;
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface Config {
  readonly mode: 'production' | 'demo' | 'test';
  /** The owner's address; the product itself never connects with it. */
  readonly databaseUrl: string;
  readonly databaseAppUrl: string | undefined;
  readonly host: string;
  readonly port: number;
  readonly consolePort: number;
  /** Where files are served, if at an origin of their own and by this process. */
  readonly assetsPort: number | undefined;
  readonly metricsPort: number | undefined;
  /** The mail and SMS services; undefined in a demo and in tests, where messages are only shown. */
  readonly messaging: MessagingConfig | undefined;
  readonly dataDir: string;
  /** Where uploaded files lie; undefined for the data folder. */
  readonly s3: S3Config | undefined;
  readonly webDir: string | undefined;
  readonly serviceWorker: boolean;
  readonly consoleDir: string | undefined;
  readonly roles: readonly Role[];
  readonly gatewayProcesses: number;
  readonly trustedProxies: readonly string[];
  /** From where the console is answered; undefined: from everywhere. */
  readonly consoleNetworks: readonly string[] | undefined;
  /** The member app's origin, for links in messages. */
  readonly publicUrl: string | undefined;
  /** The console's origin, for links in invitations. */
  readonly consoleUrl: string | undefined;
  /** 0 for passwords that never expire. */
  readonly passwordMaxAgeDays: number;
  /** Until operators can review bank cards, a demo and a test approve each new one at once; production never does. */
  readonly cardApproval: CardApproval;
  /** Whether an owner whom nobody has seen for a while is asked before a lock. Production always asks. */
  readonly asksAbsentOwners: boolean;
  /** What the version check tells apps before sign-in. */
  readonly appFacts: {
    readonly releases: Readonly<
      Record<(typeof PLATFORMS)[number], { minimum: string; newest: string; storeUrl: string | undefined }>
    >;
    readonly pinLock: boolean;
    readonly realNameCheck: boolean;
    readonly supportUrl: string;
    /** The origin of the assets host; empty where each app serves files itself. */
    readonly assetsUrl: string;
    readonly introVideoUrl: string | undefined;
  };
  /** The origin of the intro video where that is not ours, for the content security policy. */
  readonly mediaOrigins: readonly string[];
  /** Present when the environment brings the secrets; production refuses to start without. */
  readonly secretTexts: { readonly channelKeys: string; readonly masterKey: string } | undefined;
  readonly logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug';
}

/** All faults of the environment at once, in sentences for the person who starts the server. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const unusable = (...faults: readonly string[]) =>
  new ConfigError(`The configuration is not usable:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);

type Environment = z.infer<typeof schema>;

/** Reads a value that may be given as text or in a file. */
function textOf(
  env: Environment,
  name: 'SMTP_URL' | 'SMS_TOKEN' | 'CHANNEL_KEYS' | 'MASTER_KEY' | 'S3_SECRET_ACCESS_KEY',
): string | undefined {
  const file = env[`${name}_FILE`];
  if (env[name] !== undefined || file === undefined) return env[name];
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw unusable(`${name}_FILE: ${file} cannot be read (${(cause as NodeJS.ErrnoException).code})`);
  }
}

/** Without its services no code would reach a member, so a production worker does not start without them. */
function readMessaging(env: Environment): Config['messaging'] {
  if (env.HOLDFAST_MODE !== 'production' || !env.HOLDFAST_ROLES.includes('worker')) return undefined;
  const smtpUrl = textOf(env, 'SMTP_URL')?.trim();
  const smsToken = textOf(env, 'SMS_TOKEN')?.trim();
  const { MAIL_FROM: mailFrom, SMS_URL: smsUrl } = env;
  if (!smtpUrl || !smsToken || mailFrom === '' || !smsUrl)
    throw unusable(
      'SMTP_URL, MAIL_FROM, SMS_URL and SMS_TOKEN must all be given: without them no code reaches anybody',
    );
  if (!/^smtps?:\/\//.test(smtpUrl)) throw unusable('SMTP_URL: must begin with smtp:// or smtps://');
  return { smtpUrl, mailFrom, smsUrl, smsToken };
}

function readS3(env: Environment): Config['s3'] {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_REGION: region, S3_ACCESS_KEY_ID: accessKeyId } = env;
  if (bucket === undefined) return undefined;
  const secretAccessKey = textOf(env, 'S3_SECRET_ACCESS_KEY')?.trim();
  if (endpoint === '' || accessKeyId === '' || !secretAccessKey)
    throw unusable('S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must all be given with S3_BUCKET');
  return { bucket, endpoint, region, accessKeyId, secretAccessKey };
}

function readSecretTexts(env: Environment): Config['secretTexts'] {
  const channelKeys = textOf(env, 'CHANNEL_KEYS');
  const masterKey = textOf(env, 'MASTER_KEY');
  if (channelKeys !== undefined && masterKey !== undefined) return { channelKeys, masterKey };
  if (env.HOLDFAST_MODE !== 'production' && channelKeys === undefined && masterKey === undefined)
    return undefined;
  throw unusable('CHANNEL_KEYS and MASTER_KEY (or their _FILE forms) must both be given');
}

/** Production must say who may speak for a client's address, be it nobody: each rate limit of a network depends on it. */
function readProxies({ HOLDFAST_MODE: mode, TRUSTED_PROXIES: text }: Environment): readonly string[] {
  if (mode === 'production' && !text?.trim())
    throw unusable('TRUSTED_PROXIES: must be given, the addresses of the reverse proxies or none');
  return parseProxies(text ?? '');
}

function readGatewayProcesses({ GATEWAY_PROCESSES: given, HOLDFAST_ROLES: roles }: Environment): number {
  if (process.platform !== 'linux' || !roles.includes('gateway')) return 1;
  return given === undefined ? Math.min(availableParallelism(), 4) : Number(given);
}

/** A file that a stranger has sent never comes from the origin of an app where there is money: production must name another one. */
function readAssetsPort({
  HOLDFAST_MODE: mode,
  HOLDFAST_ROLES: roles,
  ASSETS_URL: url,
  ASSETS_PORT: assetsPort,
  PUBLIC_URL: memberUrl,
  CONSOLE_URL: consoleUrl,
}: Environment): number | undefined {
  if (mode === 'production' && url === undefined && roles !== 'worker')
    throw unusable('ASSETS_URL: must be given, an origin for files alone');
  if (url !== undefined && (url === memberUrl || url === consoleUrl))
    throw unusable('ASSETS_URL: must be another origin than PUBLIC_URL and CONSOLE_URL');
  const isServedHere = roles.split(',').includes('assets');
  if (url !== undefined && isServedHere && assetsPort === undefined)
    throw unusable('ASSETS_PORT: must be given with ASSETS_URL where this process serves the files');
  if (url === undefined && assetsPort !== undefined)
    throw unusable('ASSETS_URL: must be given with ASSETS_PORT');
  return isServedHere ? assetsPort : undefined;
}

/** The developer switch: on wherever nobody has switched it off. */
function readRealNameCheck({ HOLDFAST_MODE: mode, REAL_NAME_CHECK: given }: Environment): boolean {
  if (mode === 'production' && given === 'off')
    throw unusable('REAL_NAME_CHECK: production does not start with the check switched off');
  return given !== 'off';
}

function readAppFacts(env: Environment): Config['appFacts'] {
  const read = (text: string) =>
    new Map(text.split(',').map((part) => part.split(/=(.*)/s) as [string, string]));
  const [minimum, newest, stores] = [read(env.APP_MINIMUM), read(env.APP_NEWEST), read(env.APP_STORES)];
  const release = (platform: (typeof PLATFORMS)[number]) => ({
    minimum: minimum.get(platform) ?? FIRST_VERSION,
    newest: newest.get(platform) ?? minimum.get(platform) ?? FIRST_VERSION,
    storeUrl: stores.get(platform),
  });
  return {
    releases: { web: release('web'), ios: release('ios'), android: release('android') },
    pinLock: env.PIN_LOCK === 'on',
    realNameCheck: readRealNameCheck(env),
    supportUrl: env.SUPPORT_URL,
    assetsUrl: env.ASSETS_URL ?? '',
    introVideoUrl:
      (env.INTRO_VIDEO_URL ?? (env.HOLDFAST_MODE === 'demo' ? DEMO_INTRO_VIDEO : '')) || undefined,
  };
}

export function readConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
  const parsed = schema.safeParse(environment);
  if (!parsed.success) {
    throw unusable(...parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  }
  const env = parsed.data;
  const secretTexts = readSecretTexts(env);
  const appFacts = readAppFacts(env);
  const { introVideoUrl: film } = appFacts;
  return Object.freeze({
    mode: env.HOLDFAST_MODE,
    databaseUrl: env.DATABASE_URL,
    databaseAppUrl: env.DATABASE_APP_URL,
    host: env.HOST,
    port: env.PORT,
    consolePort: env.CONSOLE_PORT,
    assetsPort: readAssetsPort(env),
    metricsPort: env.METRICS_PORT,
    messaging: readMessaging(env),
    dataDir: isAbsolute(env.HOLDFAST_DATA) ? env.HOLDFAST_DATA : resolve(env.HOLDFAST_DATA),
    s3: readS3(env),
    webDir: env.HOLDFAST_WEB,
    serviceWorker: env.SERVICE_WORKER === 'on',
    consoleDir: env.HOLDFAST_CONSOLE_WEB,
    roles: [...new Set(env.HOLDFAST_ROLES.split(','))] as Role[],
    gatewayProcesses: readGatewayProcesses(env),
    trustedProxies: readProxies(env),
    consoleNetworks: env.CONSOLE_NETWORKS?.trim() ? parseProxies(env.CONSOLE_NETWORKS) : undefined,
    asksAbsentOwners: env.HOLDFAST_MODE === 'production' || env.ASK_ABSENT_OWNERS === 'on',
    cardApproval: env.HOLDFAST_MODE === 'production' ? 'by-review' : 'at-once',
    publicUrl: env.PUBLIC_URL,
    consoleUrl: env.CONSOLE_URL,
    appFacts,
    mediaOrigins: film?.startsWith('https:') ? [new URL(film).origin] : [],
    passwordMaxAgeDays: env.PASSWORD_MAX_AGE_DAYS,
    secretTexts,
    logLevel: env.LOG_LEVEL,
  });
}
