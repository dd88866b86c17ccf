import { createHash, randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { callOf, type BuiltPath, type CallInput, type CallOutput } from '@holdfast/contract/calls';
import { bUrlOf, toPairs } from '@holdfast/contract/wire';
import { defined, type MemberId, toMemberId } from '@holdfast/kernel';
import {
  beginNodeExchange,
  makeDevice,
  makeRid,
  sessionProof,
  type NodeSession,
} from '@holdfast/secure-channel/node';
import { createProofs, type GivenInput } from '@holdfast/testkit/proof';
import type { Books } from '@holdfast/testkit/setup';
import { sql } from 'kysely';
import type { Database } from '#platform/db/db.ts';

/** The first one of every member. */
const TRANSACTION_SECRET = 246_801;
export const BENCH_PASSWORD = 'Kelp7tide';
/** Who holds the cards of the benchmarks: every member is verified under this name, as whoever trades is. */
const REAL_NAME = '林示範';
/** Always the same for an account, so that a later sign-in comes from a known install. */
const installOf = (account: string) => createHash('md5').update(account).digest('hex');

interface Reply<P extends BuiltPath> {
  readonly errorCode: number;
  readonly errorMessage: string;
  readonly data: CallOutput<P>;
}

interface AskOptions {
  /** Whom the path is about, when it is somebody else. */
  readonly account?: string;
  /** What the path is about. */
  readonly id?: string;
  /** Of the command, when it is sent again. */
  readonly rid?: string;
  /** The address of another server of the product, which takes the request as well. */
  readonly at?: string;
}

/** A member of the benchmarks: one device that seals, posts and opens. */
export class BenchMember {
  readonly #url: string;
  #session: NodeSession;
  readonly address: string;
  readonly device: string;
  readonly account: string;
  #checksum = '';
  #secret = TRANSACTION_SECRET;
  readonly #proofs = this.#uploadsFor('order-proof');

  constructor(
    url: string,
    session: NodeSession,
    { device, address, account }: { device: string; address: string; account: string },
  ) {
    this.#url = url;
    this.#session = session;
    this.device = device;
    this.address = address;
    this.account = account;
  }

  /** A device with an exchange; nobody is signed in on it. */
  static async connect(url: string, account = `b1${randomBytes(6).toString('hex')}`): Promise<BenchMember> {
    const device = makeDevice();
    // Limits per address are not what is measured.
    const address = `10.${[...randomBytes(3)].join('.')}`;
    const session = await exchange(url, { device, address });
    return new BenchMember(url, session, { device, address, account });
  }

  static async register(
    url: string,
    books: Pick<Books, 'ticketToRegister' | 'verify'>,
    account?: string,
  ): Promise<BenchMember> {
    const member = await BenchMember.connect(url, account);
    const device = member.device;
    const signedIn = await member.call('/member/register', {
      account: member.account,
      nick: randomBytes(5).toString('hex'),
      password: BENCH_PASSWORD,
      newTranspass: String(TRANSACTION_SECRET),
      otpTicket: await books.ticketToRegister(device),
      installId: installOf(member.account),
    });
    member.#signedInWith(signedIn.access_token);
    await books.verify(member.account, REAL_NAME);
    return member;
  }

  /** Signs in somebody who was registered in an earlier run. */
  static async signIn(url: string, account: string): Promise<BenchMember> {
    const member = await BenchMember.connect(url, account);
    const signedIn = await member.call('/member/login', {
      account,
      password: BENCH_PASSWORD,
      installId: installOf(account),
    });
    if (!('access_token' in signedIn)) throw new Error(`${account} may not sign in`);
    member.#signedInWith(signedIn.access_token);
    return member;
  }

  /** Signs in an operator, whose sign-in does not exist yet: `plant` stores the session of a device and its proof. */
  static async operator(
    url: string,
    plant: (device: string, checksum: string) => Promise<void>,
  ): Promise<BenchMember> {
    const operator = await BenchMember.connect(url);
    operator.#checksum = randomBytes(32).toString('hex');
    await plant(operator.device, operator.#checksum);
    return operator;
  }

  /** A member whose session somebody else stores, with the `checksum` that proves it. */
  static async planted(url: string, account: string): Promise<BenchMember> {
    const member = await BenchMember.connect(url, account);
    member.#checksum = randomBytes(32).toString('hex');
    return member;
  }

  /** What proves the session. */
  get checksum(): string {
    return this.#checksum;
  }

  #signedInWith(token: string): void {
    this.#checksum = sessionProof({ account: this.account, device: this.device, token });
  }

  /** Chooses another transaction secret, which the server has not compared yet: it remembers one that was right. */
  async changeSecret(): Promise<void> {
    const [old, next] = [this.#secret, this.#secret + 1];
    const changed = await this.call('/member/settranspass/{account}', {
      oldTranspass: String(old),
      newTranspass: String(next),
    });
    this.#secret = next;
    this.#signedInWith(changed.access_token);
    this.#session = await exchange(this.#url, this); // the old one ended with the token
  }

  async idIn(db: Database): Promise<MemberId> {
    const { rows } = await sql<{
      id: bigint;
    }>`select id from member.member where account = ${this.account}`.execute(db);
    return toMemberId(defined(rows[0], this.account).id);
  }

  #uploadsFor(purpose: 'order-proof' | 'order-message') {
    return createProofs({
      token: () => this.call('/member/upload-file-token', { purpose }),
      post: ({ host, path, headers, body }) =>
        fetch(`${host === '' ? this.#url : host}${path}`, {
          method: 'POST',
          headers: { ...headers, 'x-forwarded-for': this.address },
          body,
        }),
    });
  }

  /** A file that is stored and can be shown in the thread of an order. */
  async fileToShow(): Promise<string> {
    return this.#uploadsFor('order-message').make();
  }

  /** A proof of a payment that is stored: what is measured is the payment and not its upload. */
  async proof(): Promise<string> {
    return this.#proofs.make();
  }

  async call<P extends BuiltPath>(path: P, given: GivenInput<P>): Promise<CallOutput<P>> {
    const reply = await this.ask(path, await this.#proofs.complete(path, given));
    if (reply.errorCode !== 0) throw new Error(`${path}: ${reply.errorCode} ${reply.errorMessage}`);
    return reply.data;
  }

  /** The reply as it is, a refusal too. */
  async ask<P extends BuiltPath>(path: P, input: CallInput<P>, options: AskOptions = {}): Promise<Reply<P>> {
    const sealed = this.seal(path, input, options);
    const text = await post(`${options.at ?? this.#url}${sealed.endpoint}`, sealed.body, this.address);
    const answer = sealed.open(text);
    if (!answer || !('body' in answer)) throw new Error(`${path}: ${text.slice(0, 20)}`);
    return JSON.parse(answer.body) as Reply<P>;
  }

  /** A request that is ready to be sent. */
  seal<P extends BuiltPath>(
    path: P,
    input: CallInput<P>,
    { account = this.account, id = '', rid = makeRid() }: AskOptions = {},
  ) {
    const { method, kind, secret } = callOf(path);
    const endpoint = method === 'GET' ? '/proxyget' : '/proxypost';
    const pairs = {
      ...Object.fromEntries(toPairs(input as object)),
      ...(this.#checksum !== '' && { device: this.device, checksum: this.#checksum }),
      ...(secret && { transpass: String(this.#secret) }),
    };
    const bUrl = bUrlOf(path, { account, id });
    const sealed = this.#session.sealRequest({
      endpoint,
      bUrl,
      pairs,
      now: Date.now(),
      ...(kind === 'write' && { rid }),
    });
    return { ...sealed, endpoint };
  }

  /** Opens the live stream and hands over its frames, and undefined when it ends; returns what closes it. */
  openStream(onFrame: (frame: BenchFrame | undefined) => void): () => void {
    const sealed = this.#session.sealRequest({
      endpoint: '/proxystream',
      bUrl: bUrlOf('/member/stream/{account}', { account: this.account }),
      pairs: { device: this.device, checksum: this.#checksum },
      now: Date.now(),
    });
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': this.address };
    const request = httpRequest(`${this.#url}/proxystream`, { method: 'POST', headers, agent: false });
    request.on('error', () => onFrame(undefined));
    request.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('end', () => onFrame(undefined));
      response.on('data', (chunk: string) => {
        const events = (text + chunk).split('\n\n');
        text = events.pop() ?? '';
        for (const event of events) {
          const answer = sealed.openFrame(event.slice('data: '.length));
          onFrame(answer && 'body' in answer ? (JSON.parse(answer.body) as BenchFrame) : undefined);
        }
      });
    });
    request.end(sealed.body);
    return () =>
      request
        .removeAllListeners()
        .on('error', () => {})
        .destroy();
  }
}

/** What a frame of a stream says, and nothing of what else is in it. */
export interface BenchFrame {
  readonly type: string;
}

async function exchange(
  url: string,
  { device, address }: { device: string; address: string },
): Promise<NodeSession> {
  const { keys } = (await (await fetch(`${url}/proxykeys`)).json()) as { keys: { kid: number; S: string }[] };
  const { kid, S: publicKey } = defined(keys[0], 'a server has a key');
  const sentAt = Date.now();
  const begun = beginNodeExchange({ pin: { kid, publicKey }, device, now: sentAt });
  const text = await post(`${url}/proxyconfig`, begun.body, address);
  return defined(
    begun.finish(text, { sentAt, receivedAt: Date.now() }),
    `the exchange: ${text.slice(0, 20)}`,
  );
}

async function post(url: string, body: string, address: string): Promise<string> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
  const response = await fetch(url, { method: 'POST', headers, body });
  return response.text();
}
