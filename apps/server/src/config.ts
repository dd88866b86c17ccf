import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import type { CardApproval } from '@holdfast/contract/calls';
import { locales } from 'zod/mini';
import {
  DEMO_INTRO_VIDEO,
  environment,
  FIRST_VERSION,
  parseProxies,
  type Environment,
  type Platform,
} from './config-schema.ts';

/** The only reader of the environment. Everything else gets the frozen object. */

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

export interface PushConfig {
  /** Hosts of push services; `*.` for any host below. */
  readonly services: readonly string[];
  readonly testService: string | undefined;
  /** Firebase's service account as JSON. */
  readonly fcmAccount: string | undefined;
  /** Whom a push service may ask about our messages. */
  readonly contact: string;
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
      Record<Platform, { minimum: string; newest: string; storeUrl: string | undefined }>
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
  readonly secretTexts:
    | { readonly channelKeys: string; readonly masterKey: string; readonly vapidKeys: string }
    | undefined;
  readonly push: PushConfig;
  readonly logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug';
}

/** All faults of the environment at once, in sentences for the person who starts the server. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Says what a variable may be where the schema has no sentence of its own; never what it is. */
const WHAT_IS_ALLOWED = locales.en().localeError;

/** By default; more have to be asked for. */
const GATEWAY_PROCESSES_MAX = 4;

const unusable = (...faults: readonly string[]) =>
  new ConfigError(`The configuration is not usable:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);

/** Reads a value that may be given as text or in a file. */
function textOf(
  env: Environment,
  name:
    | 'SMTP_URL'
    | 'SMS_TOKEN'
    | 'CHANNEL_KEYS'
    | 'MASTER_KEY'
    | 'VAPID_KEYS'
    | 'FCM_SERVICE_ACCOUNT'
    | 'S3_SECRET_ACCESS_KEY',
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
  // Said here: whoever parses it later quotes it, and a password is part of it.
  if (!URL.parse(smtpUrl)?.hostname)
    throw unusable(
      'SMTP_URL: must be smtps://user:password@host, where / # ? @ : % of user and password are written %2F %23 %3F %40 %3A %25',
    );
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
  const vapidKeys = textOf(env, 'VAPID_KEYS');
  const given = [channelKeys, masterKey, vapidKeys].filter((text) => text !== undefined);
  if (channelKeys !== undefined && masterKey !== undefined && vapidKeys !== undefined)
    return { channelKeys, masterKey, vapidKeys };
  if (env.HOLDFAST_MODE !== 'production' && given.length === 0) return undefined;
  throw unusable('CHANNEL_KEYS, MASTER_KEY and VAPID_KEYS (or their _FILE forms) must all be given');
}

function readPush(env: Environment): PushConfig {
  if (env.HOLDFAST_MODE === 'production' && env.PUSH_TEST_SERVICE !== undefined)
    throw unusable('PUSH_TEST_SERVICE: production sends nothing to a service of tests');
  return {
    services: env.PUSH_SERVICES.split(','),
    testService: env.PUSH_TEST_SERVICE,
    fcmAccount: textOf(env, 'FCM_SERVICE_ACCOUNT'),
    contact: env.SUPPORT_URL,
  };
}

/** Production must say who may speak for a client's address, be it nobody: each rate limit of a network depends on it. */
function readProxies({ HOLDFAST_MODE: mode, TRUSTED_PROXIES: text }: Environment): readonly string[] {
  if (mode === 'production' && !text?.trim())
    throw unusable('TRUSTED_PROXIES: must be given, the addresses of the reverse proxies or none');
  return parseProxies(text ?? '');
}

/** Whether the database has the cores of this machine: it is reached by a socket or by the loopback. */
function isDatabaseHere(address: string): boolean {
  const url = URL.parse(address);
  if (!url) return false;
  const host = url.searchParams.get('host') || url.hostname; // the latter with its slashes encoded
  return /^($|\/|%2f|(localhost|127(\.\d+){3}|\[?::1\]?)$)/i.test(host);
}

/** One for each core; but a database on this machine needs as much as the product, so half of the cores are left to it. */
function readGatewayProcesses(env: Environment): number {
  const { GATEWAY_PROCESSES: given, HOLDFAST_ROLES: roles } = env;
  if (process.platform !== 'linux' || !roles.includes('gateway')) return 1;
  if (given !== undefined) return Number(given);
  const cores = availableParallelism();
  const own = isDatabaseHere(env.DATABASE_APP_URL ?? env.DATABASE_URL) ? Math.floor(cores / 2) : cores;
  return Math.min(Math.max(own, 1), GATEWAY_PROCESSES_MAX);
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
  const release = (platform: Platform) => ({
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

export function readConfig(variables: Readonly<Record<string, string | undefined>> = process.env): Config {
  const parsed = environment.safeParse(variables, { error: WHAT_IS_ALLOWED });
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
    push: readPush(env),
    logLevel: env.LOG_LEVEL,
  });
}
