import type { Page } from '@playwright/test';
import { randomBytes, randomInt } from 'node:crypto';
import { callOf, type BuiltPath, type CallOutput } from '@holdfast/contract/calls';
import { findErrorByCode, type ErrorName } from '@holdfast/contract/errors';
import { bUrlOf, toPairs } from '@holdfast/contract/wire';
import { defined } from '@holdfast/kernel';
import {
  beginNodeExchange,
  makeDevice,
  makeRid,
  sessionProof,
  type NodeSession,
} from '@holdfast/secure-channel/node';
import type { Books } from '../books/open-books.ts';
import { createProofs, type GivenInput } from '../proof.ts';
import { serverFaults } from './running.ts';

export const PASSWORD = 'Kelp7tide';
export const TRANSACTION_SECRET = '246801';
/** The verified name of every member of a browser test, and so the holder of all their cards and pay accounts. */
export const REAL_NAME = '陳示範';

/** Lower-case letters and digits that no other member of any run has. */
export const freshAccount = (): string => `e2e${randomBytes(5).toString('hex')}`;
export const freshNick = (): string => `友${randomBytes(4).toString('hex')}`;

/** A bank account that nobody else has bound. */
export const freshAccountNumber = (): string =>
  `9${randomBytes(6).readUIntBE(0, 6) % 10 ** 11}`.padEnd(12, '0');

/** A number that nobody else registers with. */
export const freshMobile = (): string => `+8869${String(randomInt(10 ** 8)).padStart(8, '0')}`;

const WORKER = Number(process.env['TEST_WORKER_INDEX'] ?? 0);
let addresses = randomInt(256);
/**
 * An address in a network of its own, because limits per network must not meet members who have nothing to do with each other. Counted and
 * not drawn: of some hundred networks drawn at random two are nearly always the same.
 */
export const freshAddress = (): string => {
  addresses += 1;
  return `10.${WORKER % 256}.${addresses % 256}.${1 + (addresses >> 8)}`;
};

export interface Refusal {
  /** By its name in the catalogue. */
  readonly outcome: ErrorName;
  readonly errorMessage: string;
}

type Reply = Refusal & { readonly data: unknown };

/** What came instead of success; of a fault, which tells a client no more than a number, also what the server logged. */
function describe({ outcome, errorMessage, data }: Reply): string {
  const { faultId } = data as { faultId?: string };
  const logged = faultId === undefined ? [] : serverFaults().filter((line) => line.includes(faultId));
  return [`${outcome}, ${errorMessage} ${JSON.stringify(data)}`, ...logged].join('\n');
}

/** The server's public key as /proxykeys returns it, for tools and tests; apps have it built in. */
export async function publicKeyOf(url: string): Promise<{ kid: number; publicKey: string }> {
  const { keys } = (await (await fetch(`${url}/proxykeys`)).json()) as { keys: { kid: number; S: string }[] };
  const { kid, S } = defined(keys[0], 'a server has a key');
  return { kid, publicKey: S };
}

/** A member without a browser, for the set-up of a test. */
export class ApiMember {
  readonly account: string;
  readonly nick: string;
  readonly mobile = freshMobile();
  readonly address = freshAddress();
  readonly #url: string;
  #session: NodeSession;
  readonly #device: string;
  #login: CallOutput<'/member/register'> | undefined;
  readonly #proofs = createProofs({
    token: () => this.call('/member/upload-file-token', { purpose: 'order-proof' }),
    post: ({ host, path, headers, body }) =>
      fetch(`${host === '' ? this.#url : host}${path}`, { method: 'POST', headers: { ...headers }, body }),
  });

  private constructor(
    url: string,
    session: NodeSession,
    who: { device: string; account: string; nick: string },
  ) {
    this.#url = url;
    this.#session = session;
    this.#device = who.device;
    this.account = who.account;
    this.nick = who.nick;
  }

  /** `isVerified`: false for tests of what a member is refused, or does, before a reviewer has approved the real name. */
  static async register(
    url: string,
    books: Pick<Books, 'ticketToRegister' | 'verify'>,
    { isVerified = true }: { isVerified?: boolean } = {},
  ): Promise<ApiMember> {
    const device = makeDevice();
    const session = await exchangeKeys(url, device);
    const member = new ApiMember(url, session, { device, account: freshAccount(), nick: freshNick() });
    member.#login = await member.call('/member/register', {
      account: member.account,
      nick: member.nick,
      password: PASSWORD,
      newTranspass: TRANSACTION_SECRET,
      otpTicket: await books.ticketToRegister(device, member.mobile),
      installId: randomBytes(16).toString('hex'),
    });
    if (isVerified) await books.verify(member.account, REAL_NAME);
    return member;
  }

  /** What this member's browser would keep: a context that begins with it is signed in. */
  get storage(): { name: string; value: string }[] {
    const memberData = { login: this.#login, vehicle: { device: this.#device } };
    return [{ name: 'memberData', value: JSON.stringify(memberData) }];
  }

  /** Goes on with the token that a browser of this member stores: a change that was made there has renewed it. */
  async follow(page: Page): Promise<void> {
    const token = await page.evaluate(() => {
      const { login } = JSON.parse(localStorage.getItem('memberData') ?? '{}') as {
        login?: { access_token: string };
      };
      return login?.access_token;
    });
    this.#login = { ...defined(this.#login, 'registered'), access_token: defined(token, 'signed in') };
  }

  async call<P extends BuiltPath>(path: P, given: GivenInput<P>): Promise<CallOutput<P>> {
    const input = await this.#proofs.complete(path, given);
    const reply = await this.#send(path, input as object);
    if (reply.outcome !== 'SUCCESS') throw new Error(`${path}: ${describe(reply)}`);
    return reply.data as CallOutput<P>;
  }

  /** For what the server must not accept. */
  async refuse<P extends BuiltPath>(path: P, given: GivenInput<P>): Promise<Refusal> {
    const input = await this.#proofs.complete(path, given);
    const reply = await this.#send(path, input as object);
    if (reply.outcome === 'SUCCESS') throw new Error(`${path} was accepted`);
    return reply;
  }

  async #send(path: BuiltPath, input: object): Promise<Reply> {
    const { method, kind, secret, renewsSession } = callOf(path);
    const endpoint = method === 'GET' ? '/proxyget' : '/proxypost';
    const token = this.#login?.access_token;
    const device = this.#device;
    const proof = token && { device, checksum: sessionProof({ account: this.account, device, token }) };
    const pairs = {
      ...Object.fromEntries(toPairs(input)),
      ...proof,
      ...(secret && { transpass: TRANSACTION_SECRET }),
    };
    const rid = kind === 'write' ? makeRid() : undefined;
    const bUrl = bUrlOf(path, { account: this.account });
    const sealed = this.#session.sealRequest({ endpoint, bUrl, pairs, rid, now: Date.now() });
    const text = await post(this.#url + endpoint, sealed.body, this.address);
    const answer = sealed.open(text);
    if (!answer || !('body' in answer)) throw new Error(`${path}: not an answer: ${text.slice(0, 40)}`);
    const reply = JSON.parse(answer.body) as Omit<Reply, 'outcome'> & { errorCode: number };
    const { access_token: renewed } = reply.data as { access_token?: string };
    if (renewsSession && renewed !== undefined && this.#login) {
      this.#login = { ...this.#login, access_token: renewed };
      this.#session = await exchangeKeys(this.#url, device);
    }
    return {
      ...reply,
      outcome: defined(findErrorByCode(reply.errorCode), `no error has the code of ${answer.body}`),
    };
  }
}

async function exchangeKeys(url: string, device: string): Promise<NodeSession> {
  const sentAt = Date.now();
  const exchange = beginNodeExchange({ pin: await publicKeyOf(url), device, now: sentAt });
  const text = await post(`${url}/proxyconfig`, exchange.body, freshAddress());
  return defined(exchange.finish(text, { sentAt, receivedAt: Date.now() }), `no exchange: ${text}`);
}

async function post(url: string, body: string, address: string): Promise<string> {
  // A connection that is kept may be closed by the server in the moment in which it is used again; a browser would ask anew, this does not.
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': address,
    connection: 'close',
  };
  return (await fetch(url, { method: 'POST', headers, body })).text();
}
