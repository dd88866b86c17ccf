import { join } from 'node:path';
import { ConfigError, readConfig, type Config } from './config.ts';
import { KeyError, migrate, MigrationError, provideAppLogin } from '@holdfast/database';
import { createCarriers } from '#features/push/index.ts';
import { createDiskStore } from '#platform/blobs/disk.ts';
import type { BlobStore } from '#platform/blobs/port.ts';
import { isClockMoved } from '#platform/db/clock.ts';
import { isDemoDatabase } from '#platform/db/demo-mark.ts';
import { openDatabase, retryUntilConnected, type Database, type OpenDatabase } from '#platform/db/db.ts';
import { assertFree } from '#platform/http/free-port.ts';
import { createHttpServer } from '#platform/http/http-server.ts';
import { createLog, type Log } from '#platform/log/log.ts';
import { endMaintenance, setMaintenance } from '#platform/maintenance/downtime.store.ts';
import { parseMaintenance } from '#platform/maintenance/maintenance.ts';
import { createDemoOutbox, type DemoOutbox } from '#platform/messaging/demo-outbox.ts';
import { createMetrics, type Metrics } from '#platform/metrics/metrics.ts';
import { createWatch, forwardedWatch, hearSeen, type Watch } from '#platform/metrics/watch.ts';
import { peersOfParent, type Peers, type Word } from '#platform/peers/peers.ts';
import { messageOpener } from '#platform/messaging/messages.ts';
import { FcmAccountError } from '#platform/push/fcm.ts';
import { createPushSender } from '#platform/push/push.ts';
import type { MessagePorts } from '#platform/messaging/port.ts';
import { createSmsPort } from '#platform/messaging/sms.ts';
import { createSmtpPort } from '#platform/messaging/smtp.ts';
import { nameWithKeys } from '#platform/secrets/keys-of-processes.ts';
import {
  localSecrets,
  openSecrets,
  SecretsError,
  unlockSecrets,
  type RootSecrets,
  type Secrets,
} from '#platform/secrets/secrets.ts';
import { startAssets, type AssetsRole } from '#roles/assets.ts';
import { CONSOLE_PATHS, registerDemoOutbox } from '#roles/console.ts';
import {
  isOperatorCommand,
  keepEarlierAuthenticators,
  runOperatorCommand,
} from '#roles/operator-commands.ts';
import { furtherGatewayOf, furtherGateways } from '#roles/further-gateways.ts';
import { startGateway } from '#roles/gateway.ts';
import { registerHealth } from '#roles/health.ts';
import { rotateFromCommand } from '#roles/keys.ts';
import { ListenError, listenAt, saying } from '#roles/listen.ts';
import { faultOfOptions } from '#roles/options.ts';
import { startWorker, type Worker } from '#roles/worker.ts';
import { isDemoNotices, sendDemoNotices } from './demo/demo-notices.ts';

/**
 * Starts the server: reads the configuration, migrates, starts the roles, listens, and shuts down gracefully. `--keys` only prints the
 * channel's public keys, which an app build pins; it creates the secrets first where that is allowed. `--rotate-keys` seals everything anew
 * under the current master key and exits. The commands about operators are in `roles/operator-commands.ts`.
 */

const STOP_MS_MAX = 25_000;

async function main(): Promise<void> {
  const fault = faultOfOptions(process.argv);
  if (fault !== undefined) throw new ConfigError(fault);
  const further = furtherGatewayOf(process.argv);
  const config = further ? ofFurtherGateway(readConfig(), further) : readConfig();
  const root = config.secretTexts ? openSecrets(config.secretTexts) : localSecrets(config.dataDir);
  if (process.argv.includes('--keys')) {
    console.log(JSON.stringify({ keys: root.publicKeys }));
    return;
  }
  if (config.databaseUrl === '')
    throw new ConfigError('The configuration is not usable:\n  DATABASE_URL: must be given');
  const log = createLog(config.logLevel);
  const database = await openMigrated(config, root, log);
  if (process.argv.includes('--rotate-keys')) {
    await database.close();
    process.exitCode = await rotateFromCommand(config.databaseUrl, root, (line) => console.log(line));
    return;
  }
  await retryUntilConnected(() => assertFitFor(config.mode, database.db));
  const secrets = await unlockSecrets(database.db, root);
  if (further) return run(config, { database, secrets, log }, peersOfParent(further.count));
  await keepEarlierAuthenticators({ ownerUrl: config.databaseUrl, db: database.db, secrets });
  if (isOperatorCommand(process.argv)) {
    const { argv } = process;
    const parts = { argv, ownerUrl: config.databaseUrl, db: database.db, secrets, print: console.log };
    process.exitCode = await runOperatorCommand(parts);
    return database.close();
  }
  if (isDemoNotices(process.argv)) {
    const { argv } = process;
    process.exitCode = await sendDemoNotices({
      argv,
      mode: config.mode,
      db: database.db,
      print: console.log,
    });
    return database.close();
  }
  const isSwitched = await switchMaintenance(database.db);
  if (isSwitched) return database.close();
  if (config.mode === 'demo') await makeDemoWorld(config, database.db, secrets, log);
  await run(config, { database, secrets, log });
}

/** Starts the product's part that this process has, and lets it run until a signal. */
async function run(config: Config, parts: Parts, parent?: Peers): Promise<void> {
  const { database, log } = parts;
  const product = await startRoles(config, parts, parent);
  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), STOP_MS_MAX).unref();
    await product.stop();
    await database.close();
    process.exit(0);
  };
  stopOnSignal(stop, log);
}

interface Parts {
  readonly database: OpenDatabase;
  readonly secrets: Secrets;
  readonly log: Log;
}

/** The origins of this process: the member app's, the console's, and that of files where they have one. */
async function createApps(config: Config, { log, hasOutbox }: { log: Log; hasOutbox: boolean }) {
  const { trustedProxies, webDir, consoleDir, mediaOrigins, roles, assetsPort } = config;
  const fileOrigins = [config.appFacts.assetsUrl].filter((origin) => origin !== '');
  const hasConsole = roles.includes('console');
  return {
    app: await createHttpServer({
      log,
      trustedProxies,
      webDir,
      mediaOrigins,
      fileOrigins,
      serviceWorker: config.serviceWorker,
    }),
    consoleApp:
      hasConsole || hasOutbox
        ? await createHttpServer({
            log,
            trustedProxies,
            webDir: hasConsole ? consoleDir : undefined,
            fileOrigins,
            networks: config.consoleNetworks,
            pages: CONSOLE_PATHS,
          })
        : undefined,
    assetsApp:
      assetsPort === undefined
        ? undefined
        : await createHttpServer({ log, trustedProxies, webDir: undefined }),
  };
}

/** Starts the roles of this process and listens. */
async function startRoles(
  config: Config,
  { database, secrets, log }: Parts,
  parent?: Peers,
): Promise<{ stop: () => Promise<void> }> {
  const { ports, outbox } = openMessaging(config);
  const further = furtherGateways({ count: config.gatewayProcesses, log });
  const peers = parent ?? further;
  const metrics = createMetrics();
  const watch = parent ? watchOf(parent) : createWatch({ metrics, log });
  const closeMetrics = await serveMetrics(config, metrics, log);
  const { roles, host } = config;
  const worker = startWork(config, { database, secrets, log, metrics, ports });
  const { app, consoleApp, assetsApp } = await createApps(config, { log, hasOutbox: outbox !== undefined });
  if (consoleApp && outbox) registerDemoOutbox(consoleApp, outbox);
  const apps = {
    ...(roles.includes('gateway') && { member: app }),
    ...(roles.includes('console') && consoleApp && { console: consoleApp }),
  };
  const wakeRelay = worker?.wakeRelay ?? (() => peers.tell({ is: 'hints' }));
  further.hear((word) => hearOfFurther(word, { wakeRelay, watch }));
  const stopGateway =
    Object.keys(apps).length > 0
      ? await startGateway({ ...config, apps, database, secrets, log, watch, wakeRelay, peers })
      : undefined;
  const servedBy = assetsApp ? { own: assetsApp } : { member: app, console: consoleApp };
  const stopAssets = roles.includes('assets')
    ? await serveAssets(config, { apps: servedBy, db: database.db, log })
    : undefined;
  registerHealth(
    [app, consoleApp, assetsApp].filter((served) => served !== undefined),
    database.db,
  );
  const isShared = peers.count > 1;
  const place = { host, port: config.port, ...(isShared && { reusePort: true }) };
  if (isShared && !parent) await saying('PORT', place, () => assertFree({ host, port: config.port }));
  await listenAt(app, 'PORT', place);
  if (consoleApp) await listenAt(consoleApp, 'CONSOLE_PORT', { host, port: config.consolePort });
  if (assetsApp) await listenAt(assetsApp, 'ASSETS_PORT', { host, port: config.assetsPort ?? 0 });
  const [{ port } = config] = app.addresses().filter((address) => typeof address !== 'string');
  log.info(
    {
      pid: process.pid,
      port,
      consolePort: config.consolePort,
      assetsPort: config.assetsPort,
      roles,
      mode: config.mode,
    },
    'listening',
  );
  if (!parent) further.start(port);
  return {
    async stop() {
      await further.stop();
      await stopGateway?.();
      await stopAssets?.();
      await app.close();
      await consoleApp?.close();
      await assetsApp?.close();
      await closeMetrics();
      await worker?.stop();
    },
  };
}

/** The worker of this process, if it has that role. */
function startWork(
  { roles, push: settings }: Config,
  { database, secrets, ports, log, metrics }: Parts & { ports: MessagePorts; metrics: Metrics },
): Worker | undefined {
  if (!roles.includes('worker')) return undefined;
  const { db } = database;
  const push = createPushSender(settings, secrets.vapidKeys);
  const carriers = createCarriers({ db, sender: push });
  return startWorker({ db, openMessage: messageOpener(secrets), ports, carriers, push, log, metrics });
}

/** The part of a further process: members' calls, and files where members' apps serve them. */
function ofFurtherGateway(config: Config, { port }: { port: number }): Config {
  const hasFiles = config.roles.includes('assets') && config.assetsPort === undefined;
  return {
    ...config,
    port,
    roles: hasFiles ? ['gateway', 'assets'] : ['gateway'],
    assetsPort: undefined,
    metricsPort: undefined,
    gatewayProcesses: 1,
  };
}

const watchOf = (parent: Peers): Watch => forwardedWatch((seen) => parent.tell({ is: 'seen', ...seen }));

function hearOfFurther(word: Word, { wakeRelay, watch }: { wakeRelay: () => void; watch: Watch }): void {
  if (word.is === 'hints') wakeRelay();
  if (word.is === 'seen') hearSeen(watch, word);
}

/** Where uploaded files lie: the configured store, or the data folder. */
async function openBlobs({ dataDir, s3 }: Config): Promise<BlobStore> {
  if (!s3) return createDiskStore(join(dataDir, 'assets', 'blobs'));
  const { createS3Store } = await import('#platform/blobs/s3.ts'); // half a second of code that a demo does without
  return createS3Store(s3);
}

async function serveAssets(
  config: Config,
  parts: Pick<AssetsRole, 'apps' | 'db' | 'log'>,
): Promise<() => Promise<void>> {
  const { consoleNetworks } = config;
  return startAssets({
    ...parts,
    consoleNetworks,
    blobs: await openBlobs(config),
    dataDir: join(config.dataDir, 'assets'),
  });
}

async function makeDemoWorld(config: Config, db: Database, secrets: Secrets, log: Log): Promise<void> {
  const { seedDemoWorld, writeDemoSignIns } = await import('./demo/demo-world.ts');
  const { appFacts, databaseUrl: ownerUrl } = config;
  const blobs = await openBlobs(config);
  if (!(await seedDemoWorld({ db, ownerUrl, secrets, appFacts, blobs, log })))
    throw new ConfigError(
      'The database holds members that no demo has made: a demo does not start on it, because it shows every code to everybody.',
    );
  await writeDemoSignIns(config.dataDir);
}

/** Refuses production on a database that is for trying things out. */
async function assertFitFor(mode: Config['mode'], db: Database): Promise<void> {
  const [isMoved, isDemo] = [await isClockMoved(db), await isDemoDatabase(db)];
  if (mode !== 'production') return;
  if (isMoved)
    throw new ConfigError(
      "The database's clock is moved (platform.set_clock): a production server does not start on it.",
    );
  if (isDemo)
    throw new ConfigError(
      'The database was seeded as a demo, and everybody knows its passwords: a production server does not start on it.',
    );
}

/** Migrates as the owner, and opens the pool as the product's login. */
async function openMigrated(config: Config, root: RootSecrets, log: Log): Promise<OpenDatabase> {
  const { databaseUrl: ownerUrl, databaseAppUrl: appUrl } = config;
  await migrate({ url: ownerUrl, log: (line) => log.info(line) });
  return openDatabase({
    url: await provideAppLogin({ ownerUrl, appUrl, login: root.databaseLogin, ring: root.ring }),
    name: nameWithKeys(config.roles, root.ring.ids),
    onIdleError: (error) => log.warn({ err: error }, 'an idle database connection broke'),
  });
}

/** `--maintenance-until <instant>|off [--maintenance-from <instant>]`: writes what running servers follow, then exits. */
async function switchMaintenance(db: Database): Promise<boolean> {
  const valueOf = (name: string) => {
    const at = process.argv.indexOf(name);
    return at < 0 ? undefined : (process.argv[at + 1] ?? '');
  };
  const until = valueOf('--maintenance-until');
  if (until === undefined) return false;
  const maintenance = parseMaintenance(until, valueOf('--maintenance-from'), new Date());
  if (!maintenance)
    throw new ConfigError(
      '--maintenance-until takes an instant to come, such as 2026-01-01T02:00:00Z, or off.',
    );
  await (maintenance === 'off' ? endMaintenance(db) : setMaintenance(db, maintenance));
  console.log(
    maintenance === 'off'
      ? 'Maintenance is off.'
      : `Maintenance from ${maintenance.from.toISOString()} until ${maintenance.until.toISOString()}.`,
  );
  return true;
}

function stopOnSignal(stop: (signal: string) => Promise<void>, log: Log): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(signal));
  // Started with an IPC channel: when the parent is gone, perhaps killed, nobody else stops this process.
  process.on('disconnect', () => void stop('disconnect'));
  if (process.send && !process.connected) void stop('disconnect'); // the parent was gone before we listened
  // After an unhandled rejection the state is unknown: exit, and let the supervisor start a new process.
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'unhandled rejection');
    process.exit(1);
  });
}

/** Serves this process's metrics to whoever is on this machine: they say how the product is, and nobody else need know. */
async function serveMetrics(
  { metricsPort: port }: Config,
  metrics: Metrics,
  log: Log,
): Promise<() => Promise<void>> {
  if (port === undefined) return async () => {};
  const app = await createHttpServer({ log, trustedProxies: [], webDir: undefined });
  app.get('/metrics', (_request, reply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(metrics.text()),
  );
  await listenAt(app, 'METRICS_PORT', { host: '127.0.0.1', port });
  return () => app.close();
}

/** Opens the message ports. In a demo messages are only shown on the console's origin. */
function openMessaging({ mode, messaging, roles }: Config): {
  ports: MessagePorts;
  outbox: DemoOutbox | undefined;
} {
  if (messaging) {
    const mail = createSmtpPort({ url: messaging.smtpUrl, from: messaging.mailFrom });
    const mobile = createSmsPort({ url: messaging.smsUrl, token: messaging.smsToken });
    return { ports: { mail, mobile }, outbox: undefined };
  }
  const outbox = createDemoOutbox();
  // In production without services no worker of this process sends anything; and where there is no worker, nothing is shown.
  const isShown = mode !== 'production' && roles.includes('worker');
  return { ports: outbox.ports, outbox: isShown ? outbox : undefined };
}

try {
  await main();
} catch (error) {
  const known = [ConfigError, MigrationError, SecretsError, KeyError, FcmAccountError, ListenError];
  console.error(known.some((kind) => error instanceof kind) ? (error as Error).message : error);
  process.exit(1);
}
