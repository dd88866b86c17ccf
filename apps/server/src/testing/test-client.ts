import {
  callOf,
  type BuiltPath,
  type CallInput,
  type CallOutput,
  type CallPath,
} from '@holdfast/contract/calls';
import { findErrorByCode, type ErrorName } from '@holdfast/contract/errors';
import { bUrlOf, toPairs } from '@holdfast/contract/wire';
import { defined, type MemberId, toMemberId } from '@holdfast/kernel';
import {
  beginNodeExchange,
  makeDevice,
  makeRid,
  sessionProof,
  type NodeSession,
} from '@holdfast/secure-channel/node';
import type { FastifyInstance } from 'fastify';
import { createProofs, type GivenInput } from '@holdfast/testkit/proof';
import { sql } from 'kysely';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { TestDatabase } from './test-server.ts';

/** Members who speak to a test's server through the channel. */

export const PASSWORD = 'Kelp7tide';
export const TRANSACTION_SECRET = '246801';

export interface Reply<T> {
  readonly errorCode: number;
  readonly errorMessage: string;
  readonly data: T;
  /** The code's name in the catalogue: what tests compare with. */
  readonly outcome: ErrorName;
}

/** An answer's text, with the name of its code. */
export function readReply<T>(text: string): Reply<T> {
  const reply = JSON.parse(text) as Omit<Reply<T>, 'outcome'>;
  return { ...reply, outcome: defined(findErrorByCode(reply.errorCode), `no error has the code of ${text}`) };
}

export interface SendOptions {
  /** Of the path, besides the own `{account}`. */
  readonly params?: Readonly<Record<string, string>>;
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
  session: NodeSession;
  proof: { device: string; checksum: string } | undefined;
  #account = '';

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
    const session = await TestClient.#exchange(app, { secrets, address, device });
    return new TestClient({ app, secrets, address, device, session });
  }

  static async #exchange(
    app: FastifyInstance,
    { secrets, address, device }: { secrets: Secrets; address: string; device: string },
  ): Promise<NodeSession> {
    const key = defined(secrets.publicKeys[0], 'a server has a key');
    const sentAt = Date.now();
    const exchange = beginNodeExchange({ pin: { kid: key.kid, publicKey: key.S }, device, now: sentAt });
    const { payload } = await post(app, '/proxyconfig', exchange.body, address);
    return defined(
      exchange.finish(payload, { sentAt, receivedAt: Date.now() }),
      `the exchange failed: ${payload}`,
    );
  }

  /** What an app does with a renewed token: the proof is another one, and the channel was revoked. */
  async #renew(login: { account?: string; access_token: string }): Promise<void> {
    this.keepProof({ account: this.#account, ...login });
    this.session = await TestClient.#exchange(this.app, this);
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
    const reply = readReply<T>(answer.body);
    const { access_token: token, account } = reply.data as { access_token?: string; account?: string };
    if (callOf(path).renewsSession && token !== undefined)
      await this.#renew({ access_token: token, ...(account !== undefined && { account }) });
    return reply;
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
    this.#account = account;
    this.proof = { device: this.device, checksum: sessionProof({ account, device: this.device, token }) };
  }
}

export function post(app: FastifyInstance, url: string, body: string | Buffer, address = '192.0.2.1') {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
  return app.inject({ method: 'POST', url, payload: body, headers });
}

const describe = ({ outcome, errorMessage, data }: Reply<unknown>): string =>
  `${outcome}, ${errorMessage} ${JSON.stringify(data)}`;

/** A registered member with a live session; `call` expects success, `refuse` expects a named refusal. */
export class TestMember {
  readonly client: TestClient;
  readonly id: MemberId;
  readonly account: string;
  readonly nick: string;
  readonly #proofs = createProofs({
    token: () => this.call('/member/upload-file-token', { purpose: 'order-proof' }),
    post: async ({ path, headers, body }) => {
      const request = { method: 'POST', url: path, headers: { ...headers }, payload: body } as const;
      return { status: (await this.client.app.inject(request)).statusCode };
    },
  });

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
    if (reply.errorCode !== 0) throw new Error(`register: ${describe(reply)}`);
    client.keepProof(reply.data);
    const { rows } = await sql<{
      id: bigint;
    }>`select id from member.member where account = ${input.account}`.execute(database.owner);
    return new TestMember(client, toMemberId(defined(rows[0], input.account).id), input);
  }

  /** A proof of a payment, stored and shown nowhere yet. A payment that is sent without one gets one by itself. */
  async proof(): Promise<string> {
    return this.#proofs.make();
  }

  async send<P extends BuiltPath>(
    path: P,
    given: GivenInput<P>,
    options: SendOptions = {},
  ): Promise<Reply<CallOutput<P>>> {
    const input = await this.#proofs.complete(path, given);
    const secret = callOf(path).secret ? TRANSACTION_SECRET : undefined;
    return this.client.send(
      path,
      input as object,
      { account: this.account, ...options.params },
      { ...(secret && { secret }), ...options },
    );
  }

  async call<P extends BuiltPath>(
    path: P,
    input: GivenInput<P>,
    options: SendOptions = {},
  ): Promise<CallOutput<P>> {
    const reply = await this.send(path, input, options);
    if (reply.errorCode !== 0) throw new Error(`${path}: ${describe(reply)}`);
    return reply.data;
  }

  /** The name of the refusal of a call that must not succeed. */
  async refuse<P extends BuiltPath>(
    path: P,
    input: GivenInput<P>,
    options: SendOptions = {},
  ): Promise<ErrorName> {
    const reply = await this.send(path, input, options);
    if (reply.errorCode === 0) throw new Error(`${path} succeeded`);
    return reply.outcome;
  }
}
