import { createHash, randomBytes, randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallInput, CardApproval, Surface } from '@holdfast/contract/calls';
import { otpTicketPurpose } from '@holdfast/contract/member';
import type { OperatorRole } from '@holdfast/contract/operators';
import { defined, minor, parseAmount, type Coin } from '@holdfast/kernel';
import { issue } from '@holdfast/ledger';
import { approve, TEST_TIMEOUTS, testDatabase } from '@holdfast/testkit';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, afterEach } from 'vitest';
import { attachKeys, inTransaction, type DatabaseTimeouts } from '#platform/db/db.ts';
import { createDiskStore } from '#platform/blobs/disk.ts';
import type { BlobStore } from '#platform/blobs/port.ts';
import { createHttpServer } from '#platform/http/http-server.ts';
import { createLog } from '#platform/log/log.ts';
import { createDemoOutbox } from '#platform/messaging/demo-outbox.ts';
import { createMetrics, type Metrics } from '#platform/metrics/metrics.ts';
import { createWatch, type Watch } from '#platform/metrics/watch.ts';
import { messageOpener } from '#platform/messaging/messages.ts';
import type { Carrier } from '#platform/outbox/carrier.ts';
import { createPushSender } from '#platform/push/push.ts';
import { postOrFail } from '#platform/money/post-or-fail.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { issueTicket } from '#platform/tickets/tickets.store.ts';
import type { AppFacts } from '#features/app-version/index.ts';
import { createCarriers } from '#features/push/index.ts';
import { startAssets } from '#roles/assets.ts';
import { startGateway } from '#roles/gateway.ts';
import { registerHealth } from '#roles/health.ts';
import { startWorker, type Worker } from '#roles/worker.ts';
import { freshSecrets, verify } from './personal.ts';
import { deviceHashOf } from './posted.ts';
import { PASSWORD, TestClient, TestMember, TRANSACTION_SECRET } from './test-client.ts';

/** The whole server on a database of its own. For tests only. */

export const APP_FACTS: AppFacts = {
  releases: {
    web: { minimum: '0.1.0', newest: '0.2.0', storeUrl: undefined },
    ios: { minimum: '0.2.0', newest: '0.3.0', storeUrl: 'https://store.example/holdfast' },
    android: { minimum: '0.1.0', newest: '0.1.0', storeUrl: undefined },
  },
  pinLock: true,
  realNameCheck: true,
  assetsUrl: '',
  supportUrl: 'https://support.holdfast.example/',
  introVideoUrl: undefined,
};

export type TestDatabase = Awaited<ReturnType<typeof testDatabase>>;

export interface TestServer {
  readonly database: TestDatabase;
  readonly app: FastifyInstance;
  /** The console's origin. */
  readonly consoleApp: FastifyInstance;
  readonly secrets: Secrets;
  readonly metrics: Metrics;
  readonly watch: Watch;
  /** The folder of uploaded files: `blobs` and `incoming`. */
  readonly filesDir: string;
  readonly blobs: BlobStore;
  /** Everything the server has logged, line by line. */
  readonly logLines: readonly string[];
  /** Another gateway on the same database with the same secrets: a second node, or this one after a restart. */
  startNode(options?: NodeOptions): Promise<FastifyInstance>;
  /** A client with a device and a key exchange, not signed in. */
  visitor(options?: { address?: string; at?: Surface }): Promise<TestClient>;
  /** A valid registration input for `client`: the ticket of a proven mobile, and free names. */
  registration(
    client: TestClient,
    who?: { account?: string; nick?: string; mobile?: string },
  ): Promise<CallInput<'/member/register'>>;
  /** A registered member, signed in, and verified as `REAL_NAME` unless a test is about who is not. */
  member(options?: {
    account?: string;
    nick?: string;
    mobile?: string;
    isVerified?: boolean;
  }): Promise<TestMember>;
  /** An operator of that role, signed in. */
  operator(role: OperatorRole): Promise<TestClient>;
  /** Gives a member money, as an operator will. */
  issueTo(member: TestMember, coin: Coin, amount: string): Promise<void>;
}

export interface NodeOptions {
  /** A machine of its own: parts of uploads that one node has are not there on the other. The store of whole files is the same. */
  readonly ownDisk?: boolean;
}

/** Pino's, for `error`. */
const ERROR_LEVEL = 50;

let serial = 0;
/** A word of lower-case letters and a digit that no other member of this file has. */
export const freshAccount = (): string =>
  `test${(serial += 1).toString().padStart(4, '0')}${randomBytes(2).toString('hex')}`;

/** Operators have networks of their own, because a limit of exchanges counts by network. */
let operators = 0;

let mobiles = randomInt(10 ** 8);
/** A number that no other member of this run has, in a thousand of its own: neighbours share a budget of codes. */
export const freshMobile = (): string => `+8869${String((mobiles += 1009) % 10 ** 8).padStart(8, '0')}`;

/** A reply names a fault by a number alone: a test that has failed shows what the server logged meanwhile. */
function showFaults(logLines: readonly string[]): void {
  let seen = 0;
  afterEach(({ task }) => {
    const faults = logLines
      .slice(seen)
      .filter((line) => (JSON.parse(line) as { level: number }).level >= ERROR_LEVEL);
    seen = logLines.length;
    if (task.result?.state === 'fail' && faults.length > 0)
      throw new Error(`meanwhile the server logged:\n${faults.join('\n')}`);
  });
}

export async function testServer(
  options: {
    worker?: boolean;
    timeouts?: Partial<DatabaseTimeouts>;
    cardApproval?: CardApproval;
    countsRoundTrips?: boolean;
    /** Of the worker. */
    carriers?: readonly Carrier[];
    /** The push services that devices may name. */
    push?: { readonly services: readonly string[]; readonly testService?: string };
    /** What lies between the product and its files, for tests of their faults. */
    wrapBlobs?: (blobs: BlobStore) => BlobStore;
  } = {},
): Promise<TestServer> {
  const { countsRoundTrips = false } = options;
  const timeouts = { ...TEST_TIMEOUTS, ...options.timeouts };
  const database = await testDatabase({ timeouts, countsRoundTrips });
  const logLines: string[] = [];
  const log = createLog('debug', { write: (line) => void logLines.push(line) });
  showFaults(logLines);
  const secrets = await freshSecrets(database.db);
  attachKeys(database.owner, secrets.keys);
  const metrics = createMetrics();
  const watch = createWatch({ metrics, log });
  const outbox = createDemoOutbox();
  const pushSettings = {
    services: [],
    testService: undefined,
    fcmAccount: undefined,
    contact: 'https://support.holdfast.example/',
    ...options.push,
  };
  const sender = options.push && createPushSender(pushSettings, secrets.vapidKeys);
  const pushCarriers = sender ? createCarriers({ db: database.db, sender }) : [];
  const worker: Worker | undefined = options.worker
    ? startWorker({
        db: database.db,
        openMessage: messageOpener(secrets),
        ports: outbox.ports,
        carriers: options.carriers ?? pushCarriers,
        push: sender,
        log,
        metrics,
      })
    : undefined;
  const filesDir = mkdtempSync(join(tmpdir(), 'holdfast-files-'));
  const { wrapBlobs = (store) => store } = options;
  const blobs = wrapBlobs(await createDiskStore(join(filesDir, 'blobs')));
  const startNode = async ({ consoleApp, ownDisk }: NodeOptions & { consoleApp?: FastifyInstance }) => {
    const app = await createHttpServer({ log, trustedProxies: ['127.0.0.1'], webDir: undefined });
    const stopGateway = await startGateway({
      apps: { member: app, ...(consoleApp && { console: consoleApp }) },
      database,
      secrets,
      log,
      watch,
      appFacts: APP_FACTS,
      publicUrl: 'https://app.holdfast.example',
      consoleUrl: 'https://console.holdfast.example',
      cardApproval: options.cardApproval ?? 'at-once',
      push: pushSettings,
      passwordCost: { memoryCost: 64, timeCost: 1, parallelism: 1 },
      wakeRelay: worker?.wakeRelay ?? (() => {}),
    });
    const stopAssets = await startAssets({
      apps: { member: app, console: consoleApp },
      db: database.db,
      log,
      blobs,
      dataDir: ownDisk ? mkdtempSync(join(filesDir, 'node-')) : filesDir,
    });
    registerHealth(consoleApp ? [app, consoleApp] : [app], database.db);
    await app.ready();
    await consoleApp?.ready();
    stops.push(async () => {
      await stopGateway();
      await stopAssets();
      await app.close();
    });
    return app;
  };
  const stops: (() => Promise<void>)[] = [];
  const consoleApp = await createHttpServer({ log, trustedProxies: ['127.0.0.1'], webDir: undefined });
  const app = await startNode({ consoleApp });
  afterAll(async () => {
    await Promise.all(stops.map((stop) => stop()));
    await worker?.stop();
    rmSync(filesDir, { recursive: true, force: true });
  });
  const visitor: TestServer['visitor'] = ({ address = '192.0.2.1', at = 'member' } = {}) =>
    TestClient.connect(at === 'console' ? consoleApp : app, secrets, address);
  const registration: TestServer['registration'] = async (
    client,
    { account = freshAccount(), nick = `m${randomBytes(4).toString('hex')}`, mobile = freshMobile() } = {},
  ) => {
    const otpTicket = await inTransaction(database.db, (tx) =>
      issueTicket(tx, {
        purpose: otpTicketPurpose('register'),
        subject: mobile,
        deviceHash: deviceHashOf(client),
        minutes: 10,
      }),
    );
    return {
      account,
      nick,
      password: PASSWORD,
      newTranspass: TRANSACTION_SECRET,
      otpTicket,
      installId: '1'.repeat(32),
    };
  };
  return {
    database,
    app,
    consoleApp,
    registration,
    secrets,
    metrics,
    filesDir,
    blobs,
    watch,
    logLines,
    startNode: (nodeOptions = {}) => startNode(nodeOptions),
    visitor,
    async member({ isVerified = true, ...who } = {}) {
      // Networks of their own, so that limits by network do not meet members who have nothing to do with each other.
      const client = await visitor({ address: `10.${(serial >> 8) % 256}.${serial % 256}.1` });
      const member = await TestMember.register(client, database, await registration(client, who));
      if (isVerified) await verify(database.owner, member.id);
      return member;
    },
    async operator(role) {
      operators += 1;
      const client = await visitor({
        at: 'console',
        address: `172.${16 + (operators >> 8)}.${operators % 256}.9`,
      });
      client.proof = { device: client.device, checksum: randomBytes(32).toString('hex') };
      const deviceHash = createHash('sha256').update(client.device).digest();
      await sql`
        with made as (
          insert into operator.operator (email, name, role)
          values (${`${randomBytes(4).toString('hex')}@operator.example`}, 'Somebody', ${role}) returning id
        )
        insert into operator.session (operator_id, checksum_hash, device_hash)
        select id, sha256(${secrets.keys.identify('operator-proof', client.proof.checksum)}), ${deviceHash} from made`.execute(
        database.owner,
      );
      return client;
    },
    async issueTo(member, coin, amount) {
      const quantity = minor(coin, defined(parseAmount(coin, amount), amount));
      const request = randomBytes(8).toString('hex');
      const entry = issue({ request, member: member.id, coin, quantity });
      await approve(database.owner, [entry]);
      await database.db.transaction().execute((tx) => postOrFail(tx, entry));
    },
  };
}
