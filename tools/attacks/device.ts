import { randomBytes } from 'node:crypto';
import { callOf, type BuiltPath, type CallInput, type CallOutput } from '@holdfast/contract/calls';
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
import { openBooks, type Books } from '@holdfast/testkit/setup';
import type { Target } from './attack.ts';

export const PASSWORD = 'Kelp7tide';
export const TRANSACTION_SECRET = '246801';
export const REAL_NAME = '陳示範';
/** The install that an attacker's device registers and signs in from unless it says another. */
export const INSTALL_ID = '0123456789abcdef'.repeat(2);

interface Reply {
  readonly outcome: ErrorName | undefined;
  /** The whole BODY, for comparisons byte by byte. */
  readonly body: string;
  readonly data: Readonly<Record<string, unknown>>;
}

interface SendOptions {
  readonly rid?: string;
  readonly secret?: string;
}

/** A member's device as whoever attacks holds it: it sends what it likes, under the RID that it likes. */
export class AttackersDevice {
  readonly account: string;
  /** The device identity, to which codes and sessions are bound. */
  readonly identity: string;
  readonly #url: string;
  readonly #address: string;
  #session: NodeSession;
  #checksum: string | undefined;

  private constructor(
    url: string,
    {
      account,
      identity,
      session,
      address = freshAddress(),
    }: { account: string; identity: string; session: NodeSession; address?: string },
  ) {
    this.#url = url;
    this.#address = address;
    this.account = account;
    this.identity = identity;
    this.#session = session;
  }

  /** A device that nobody is signed in on. `address`: one of its own by default. */
  static async connect({ url }: Target, address = freshAddress()): Promise<AttackersDevice> {
    const identity = makeDevice();
    const session = await exchangeKeys(url, identity, address);
    const account = `atk${randomBytes(5).toString('hex')}`;
    return new AttackersDevice(url, { account, identity, session, address });
  }

  /** Registers somebody whose real name is approved, signed in on a device of their own. */
  static async register(
    target: Target,
    books: Pick<Books, 'ticketToRegister' | 'verify'>,
  ): Promise<AttackersDevice> {
    const made = await AttackersDevice.connect(target);
    await made.#enter('/member/register', {
      account: made.account,
      nick: randomBytes(5).toString('hex'),
      password: PASSWORD,
      newTranspass: TRANSACTION_SECRET,
      otpTicket: await books.ticketToRegister(made.identity),
      installId: INSTALL_ID,
    });
    await books.verify(made.account, REAL_NAME);
    return made;
  }

  /** Somebody else with a copy of what this device keeps of its session, on a channel of their own. */
  async copy(): Promise<AttackersDevice> {
    const { account, identity } = this;
    const session = await exchangeKeys(this.#url, identity);
    const made = new AttackersDevice(this.#url, { account, identity, session });
    made.#checksum = this.#checksum;
    return made;
  }

  /** On the install that the member registered on, or on another one. */
  async signIn(installId = INSTALL_ID): Promise<void> {
    await this.#enter('/member/login', { account: this.account, password: PASSWORD, installId });
  }

  async #enter<P extends '/member/register' | '/member/login'>(path: P, input: CallInput<P>): Promise<void> {
    const { account, access_token: token } = await this.call<'/member/register'>(
      path as never,
      input as never,
    );
    this.#checksum = sessionProof({ account, device: this.identity, token });
  }

  /** The token of a session that a command has renewed; the channel was revoked with the old one. */
  async #renew(token: string): Promise<void> {
    this.#checksum = sessionProof({ account: this.account, device: this.identity, token });
    this.#session = await exchangeKeys(this.#url, this.identity);
  }

  /** Throws when the server gives it none. */
  async exchangeAgain(): Promise<void> {
    this.#session = await exchangeKeys(this.#url, this.identity, this.#address);
  }

  /** For what has to work before the attack begins. */
  async call<P extends BuiltPath>(path: P, input: CallInput<P>): Promise<CallOutput<P>> {
    const { outcome, body, data } = await this.send(path, input, { secret: TRANSACTION_SECRET });
    if (outcome !== 'SUCCESS') throw new Error(`${path}: ${body}`);
    return data as CallOutput<P>;
  }

  async send<P extends BuiltPath>(path: P, input: CallInput<P>, options: SendOptions = {}): Promise<Reply> {
    const { method, kind, secret, renewsSession } = callOf(path);
    const { rid = makeRid(), secret: transpass } = options;
    const endpoint = method === 'GET' ? '/proxyget' : '/proxypost';
    const sealed = this.#session.sealRequest({
      endpoint,
      bUrl: bUrlOf(path, { account: this.account }),
      pairs: {
        ...Object.fromEntries(toPairs(input as object)),
        ...(this.#checksum !== undefined && { device: this.identity, checksum: this.#checksum }),
        ...(secret && transpass !== undefined && { transpass }),
      },
      now: Date.now(),
      ...(kind === 'write' && { rid }),
    });
    const text = await post(`${this.#url}${endpoint}`, sealed.body, this.#address);
    const answer = sealed.open(text);
    if (!answer || !('body' in answer)) throw new Error(`${path}: ${text.slice(0, 20)}`);
    const { errorCode, data } = JSON.parse(answer.body) as { errorCode: number; data: Reply['data'] };
    if (renewsSession && errorCode === 0) await this.#renew(String(data['access_token']));
    return { outcome: findErrorByCode(errorCode), body: answer.body, data };
  }
}

const freshAddress = () => `10.${[...randomBytes(3)].join('.')}`;

async function exchangeKeys(url: string, device: string, address = freshAddress()): Promise<NodeSession> {
  const { keys } = (await (await fetch(`${url}/proxykeys`)).json()) as { keys: { kid: number; S: string }[] };
  const key = defined(keys[0], 'a server has a key');
  const sentAt = Date.now();
  const exchange = beginNodeExchange({ pin: { kid: key.kid, publicKey: key.S }, device, now: sentAt });
  const answer = await post(`${url}/proxyconfig`, exchange.body, address);
  return defined(exchange.finish(answer, { sentAt, receivedAt: Date.now() }), 'an exchange');
}

async function post(url: string, body: string, address: string): Promise<string> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address, connection: 'close' };
  return (await fetch(url, { method: 'POST', headers, body })).text();
}

/** Runs an attack with the books of the product open, which arrange it and show what it has done. */
export async function withBooks<T>(target: Target, attack: (books: Books) => Promise<T>): Promise<T> {
  const books = openBooks(target);
  try {
    return await attack(books);
  } finally {
    await books.close();
  }
}

/** A bank account that nobody else has bound. */
export const freshCard = () => ({
  bankCode: '822',
  accountNumber: `9${randomBytes(6).readUIntBE(0, 6) % 10 ** 11}`.padEnd(12, '0'),
  holderName: REAL_NAME,
});
