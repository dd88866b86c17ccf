import { createHash, randomBytes, randomInt } from 'node:crypto';
import {
  callOf,
  type BuiltPath,
  type CallInput,
  type CallOutput,
  type CallPath,
  type CardApproval,
  type OperatorRole,
} from '@holdfast/contract/calls';
import { otpTicketPurpose } from '@holdfast/contract/member';
import { bUrlOf, toPairs } from '@holdfast/contract/wire';
import { defined, type MemberId, toMemberId } from '@holdfast/kernel';
import { issue } from '@holdfast/ledger';
import {
  beginNodeExchange,
  makeDevice,
  makeRid,
  makeServerKey,
  sessionProof,
  type NodeSession,
} from '@holdfast/secure-channel/node';
import { TEST_TIMEOUTS, testDatabase } from '@holdfast/testkit';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll } from 'vitest';
import { minor, parseAmount, type Coin } from '@holdfast/kernel';
import { inTransaction, type DatabaseTimeouts } from '#platform/db/db.ts';
import { createHttpServer } from '#platform/http/http-server.ts';
import { createLog } from '#platform/log/log.ts';
import { createDemoOutbox } from '#platform/messaging/demo-outbox.ts';
import { messageOpener } from '#platform/messaging/messages.ts';
import { postOrFail } from '#platform/money/post-or-fail.ts';
import { openSecrets, type Secrets } from '#platform/secrets/secrets.ts';
import { issueTicket } from '#platform/tickets/tickets.store.ts';
import type { AppFacts } from '#features/app-version/index.ts';
import { startGateway } from '#roles/gateway.ts';
import { startWorker, type Worker } from '#roles/worker.ts';
import { deviceHashOf } from './posted.ts';

/** The whole server on a database of its own, and members who speak to it through the channel. For tests only. */

export const PASSWORD = 'Kelp7tide';
export const TRANSACTION_SECRET = '246801';

export const APP_FACTS: AppFacts = {
  releases: {
    web: { minimum: '0.1.0', newest: '0.2.0', storeUrl: undefined },
    ios: { minimum: '0.2.0', newest: '0.3.0', storeUrl: 'https://store.example/holdfast' },
    android: { minimum: '0.1.0', newest: '0.1.0', storeUrl: undefined },
  },
  pinLock: true,
  supportUrl: 'https://support.holdfast.example/',
  introVideoUrl: undefined,
};

export interface Reply<T> {
  readonly errorCode: number;
  readonly errorMessage: string;
  readonly data: T;
}

export type TestDatabase = Awaited<ReturnType<typeof testDatabase>>;

export interface TestServer {
  readonly database: TestDatabase;
  readonly app: FastifyInstance;
  readonly secrets: Secrets;
  /** Everything the server has logged, line by line. */
  readonly logLines: readonly string[];
  /** Another gateway on the same database with the same secrets: a second node, or this one after a restart. */
  startNode(): Promise<FastifyInstance>;
  /** Somebody with a device and an exchange, not signed in. */
  visitor(options?: { address?: string }): Promise<TestClient>;
  /** What `client` may register with: a ticket for a mobile of its own, and names that nobody has. */
  registration(
    client: TestClient,
    who?: { account?: string; nick?: string; mobile?: string },
  ): Promise<CallInput<'/member/register'>>;
  /** A registered member, signed in. */
  member(options?: { account?: string; nick?: string; mobile?: string }): Promise<TestMember>;
  /** An operator of that role, signed in. */
  operator(role: OperatorRole): Promise<TestClient>;
  /** Gives a member money, as an operator will. */
  issueTo(member: TestMember, coin: Coin, amount: string): Promise<void>;
}

let serial = 0;
/** A word of lower-case letters and a digit that no other member of this file has. */
export const freshAccount = (): string =>
  `test${(serial += 1).toString().padStart(4, '0')}${randomBytes(2).toString('hex')}`;

let mobiles = randomInt(10 ** 8);
/** A number that no other member of this run has, in a thousand of its own: neighbours share a budget of codes. */
export const freshMobile = (): string => `+8869${String((mobiles += 1009) % 10 ** 8).padStart(8, '0')}`;

export async function testServer(
  options: { worker?: boolean; timeouts?: Partial<DatabaseTimeouts>; cardApproval?: CardApproval } = {},
): Promise<TestServer> {
  const database = await testDatabase({ timeouts: { ...TEST_TIMEOUTS, ...options.timeouts } });
  const logLines: string[] = [];
  const log = createLog('debug', { write: (line) => void logLines.push(line) });
  const secrets = openSecrets({
    channelKeys: JSON.stringify([makeServerKey(1)]),
    masterKey: randomBytes(32).toString('hex'),
  });
  const outbox = createDemoOutbox();
  const worker: Worker | undefined = options.worker
    ? startWorker({ db: database.db, openMessage: messageOpener(secrets), ports: outbox.ports, log })
    : undefined;
  const startNode = async () => {
    const app = await createHttpServer({ log, trustedProxies: ['127.0.0.1'], webDir: undefined });
    const stopGateway = await startGateway({
      app,
      database,
      secrets,
      log,
      appFacts: APP_FACTS,
      cardApproval: options.cardApproval ?? 'at-once',
      passwordCost: { memoryCost: 64, timeCost: 1, parallelism: 1 },
      wakeRelay: worker?.wakeRelay ?? (() => {}),
    });
    await app.ready();
    stops.push(async () => {
      await stopGateway();
      await app.close();
    });
    return app;
  };
  const stops: (() => Promise<void>)[] = [];
  const app = await startNode();
  afterAll(async () => {
    await Promise.all(stops.map((stop) => stop()));
    await worker?.stop();
  });
  const visitor = ({ address = '192.0.2.1' } = {}) => TestClient.connect(app, secrets, address);
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
    registration,
    secrets,
    logLines,
    startNode,
    visitor,
    async member(who = {}) {
      // Addresses of their own, so that limits per address do not meet members who have nothing to do with each other.
      const client = await visitor({ address: `198.51.${(serial >> 8) % 256}.${serial % 256}` });
      return TestMember.register(client, database, await registration(client, who));
    },
    async operator(role) {
      const client = await visitor();
      client.proof = { device: client.device, checksum: randomBytes(32).toString('hex') };
      const deviceHash = createHash('sha256').update(client.device).digest();
      await sql`
        with made as (
          insert into operator.operator (email, name, role)
          values (${`${randomBytes(4).toString('hex')}@operator.example`}, 'Somebody', ${role}) returning id
        )
        insert into operator.session (operator_id, checksum_hash, device_hash)
        select id, ${createHash('sha256').update(client.proof.checksum).digest()}, ${deviceHash} from made`.execute(
        database.owner,
      );
      return client;
    },
    async issueTo(member, coin, amount) {
      const quantity = minor(coin, defined(parseAmount(coin, amount), amount));
      const request = randomBytes(8).toString('hex');
      await database.db
        .transaction()
        .execute((tx) => postOrFail(tx, issue({ request, member: member.id, coin, quantity })));
    },
  };
}

export interface SendOptions {
  readonly rid?: string | null;
  readonly secret?: string;
  readonly active?: boolean;
  readonly proof?: { device: string; checksum: string } | null;
  /** Pairs that the contract does not know. */
  readonly more?: Readonly<Record<string, string>>;
}

/** One device: its exchange, its requests. */
export class TestClient {
  readonly app: FastifyInstance;
  readonly secrets: Secrets;
  readonly address: string;
  readonly device: string;
  readonly session: NodeSession;
  proof: { device: string; checksum: string } | undefined;

  constructor(parts: {
    app: FastifyInstance;
    secrets: Secrets;
    address: string;
    device: string;
    session: NodeSession;
  }) {
    this.app = parts.app;
    this.secrets = parts.secrets;
    this.address = parts.address;
    this.device = parts.device;
    this.session = parts.session;
  }

  static async connect(
    app: FastifyInstance,
    secrets: Secrets,
    address: string,
    device = makeDevice(),
  ): Promise<TestClient> {
    const key = defined(secrets.publicKeys[0], 'a server has a key');
    const sentAt = Date.now();
    const exchange = beginNodeExchange({ pin: { kid: key.kid, publicKey: key.S }, device, now: sentAt });
    const { payload } = await post(app, '/proxyconfig', exchange.body, address);
    const session = defined(
      exchange.finish(payload, { sentAt, receivedAt: Date.now() }),
      `the exchange failed: ${payload}`,
    );
    return new TestClient({ app, secrets, address, device, session });
  }

  /** Seals a request without sending it. */
  seal(path: CallPath, bUrl: string, pairs: Readonly<Record<string, string>>, rid: string | undefined) {
    const endpoint = callOf(path).method === 'GET' ? '/proxyget' : '/proxypost';
    const sealed = this.session.sealRequest({
      endpoint,
      bUrl,
      pairs,
      now: Date.now(),
      ...(rid !== undefined && { rid }),
    });
    return { endpoint, ...sealed };
  }

  /** Sends any call and opens the answer; nothing is checked on the way out. */
  async send<T = unknown>(
    path: CallPath,
    input: object,
    params: Readonly<Record<string, string>> = {},
    options: SendOptions = {},
  ): Promise<Reply<T>> {
    const proof = options.proof === undefined ? this.proof : (options.proof ?? undefined);
    const pairs = {
      ...Object.fromEntries(toPairs(input)),
      ...proof,
      ...(options.secret !== undefined && { transpass: options.secret }),
      ...(options.active && { active: '1' }),
      ...options.more,
    };
    const rid =
      options.rid === null
        ? undefined
        : (options.rid ?? (callOf(path).kind === 'write' ? makeRid() : undefined));
    const sealed = this.seal(path, bUrlOf(path, params), pairs, rid);
    const response = await post(this.app, sealed.endpoint, sealed.body, this.address);
    const answer = sealed.open(response.payload);
    if (!answer || !('body' in answer))
      throw new Error(`not an answer: ${response.statusCode} ${response.payload.slice(0, 40)}`);
    return JSON.parse(answer.body) as Reply<T>;
  }

  async signIn(
    account: string,
    password: string,
    installId = '0'.repeat(32),
  ): Promise<Reply<CallOutput<'/member/register'>>> {
    const reply = await this.send<CallOutput<'/member/register'>>('/member/login', {
      account,
      password,
      installId,
    });
    if (reply.errorCode === 0 && 'access_token' in reply.data) this.keepProof(reply.data);
    return reply;
  }

  keepProof({ account, access_token: token }: { account: string; access_token: string }): void {
    this.proof = { device: this.device, checksum: sessionProof({ account, device: this.device, token }) };
  }
}

export function post(app: FastifyInstance, url: string, body: string | Buffer, address = '192.0.2.1') {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
  return app.inject({ method: 'POST', url, payload: body, headers });
}

/** A registered member with a live session; `call` expects success, `refuse` expects a named refusal. */
export class TestMember {
  readonly client: TestClient;
  readonly id: MemberId;
  readonly account: string;
  readonly nick: string;

  constructor(client: TestClient, id: MemberId, { account, nick }: { account: string; nick: string }) {
    this.client = client;
    this.id = id;
    this.account = account;
    this.nick = nick;
  }

  static async register(
    client: TestClient,
    database: TestDatabase,
    input: CallInput<'/member/register'>,
  ): Promise<TestMember> {
    const reply = await client.send<CallOutput<'/member/register'>>('/member/register', input);
    if (reply.errorCode !== 0) throw new Error(`register: ${reply.errorCode} ${reply.errorMessage}`);
    client.keepProof(reply.data);
    const { rows } = await sql<{
      id: bigint;
    }>`select id from member.member where account = ${input.account}`.execute(database.owner);
    return new TestMember(client, toMemberId(defined(rows[0], input.account).id), input);
  }

  send<P extends BuiltPath>(
    path: P,
    input: CallInput<P>,
    options: SendOptions = {},
  ): Promise<Reply<CallOutput<P>>> {
    const secret = callOf(path).secret ? TRANSACTION_SECRET : undefined;
    return this.client.send(
      path,
      input as object,
      { account: this.account },
      { ...(secret && { secret }), ...options },
    );
  }

  async call<P extends BuiltPath>(
    path: P,
    input: CallInput<P>,
    options: SendOptions = {},
  ): Promise<CallOutput<P>> {
    const reply = await this.send(path, input, options);
    if (reply.errorCode !== 0)
      throw new Error(`${path}: ${reply.errorCode} ${reply.errorMessage} ${JSON.stringify(reply.data)}`);
    return reply.data;
  }

  /** The wire code of a call that must not succeed. */
  async refuse<P extends BuiltPath>(
    path: P,
    input: CallInput<P>,
    options: SendOptions = {},
  ): Promise<number> {
    const reply = await this.send(path, input, options);
    if (reply.errorCode === 0) throw new Error(`${path} succeeded`);
    return reply.errorCode;
  }
}
