import { createSign } from 'node:crypto';
import * as z from 'zod/mini';
import type { Outcome } from '#platform/outbox/carrier.ts';
import { outcomeOfFailure, retryAfterOf, type Outward, type OutwardAnswer } from './outward.ts';
import type { PushMessage, PushSender, PushTarget } from './port.ts';

/** Firebase Cloud Messaging, HTTP v1: what carries messages to the native shells. */

const ORIGIN = 'https://fcm.googleapis.com';
const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const TOKEN_SECONDS = 3600;
/** A token is renewed this long before its end, so that none ends on its way. */
const RENEW_SECONDS = 300;

const serviceAccount = z.object({
  project_id: z.string().check(z.regex(/^[a-z0-9-]{4,64}$/)),
  client_email: z.string().check(z.minLength(3)),
  private_key: z.string().check(z.regex(/^-----BEGIN PRIVATE KEY-----/)),
  token_uri: z.string().check(z.regex(/^https?:\/\//)),
});
export type FcmAccount = z.infer<typeof serviceAccount>;

/** A service account that cannot be used, in a sentence that repeats nothing of it. */
export class FcmAccountError extends Error {
  override readonly name = 'FcmAccountError';
}

/** Reads the JSON file that Google gives for a service account. */
export function parseFcmAccount(text: string): FcmAccount {
  try {
    return serviceAccount.parse(JSON.parse(text));
  } catch {
    throw new FcmAccountError(
      'FCM_SERVICE_ACCOUNT: is not the JSON of a service account with project_id, client_email, private_key and token_uri',
    );
  }
}

const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() });
const errorAnswer = z.object({
  error: z.object({
    status: z.optional(z.string()),
    details: z.optional(z.array(z.looseObject({ errorCode: z.optional(z.string()) }))),
  }),
});

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The signed claim of a service account (RFC 7523), which its token service takes for a token. */
function assertionOf({ client_email: iss, token_uri: aud, private_key: key }: FcmAccount, now: Date): string {
  const iat = Math.floor(now.getTime() / 1000);
  const claim = { iss, scope: SCOPE, aud, iat, exp: iat + TOKEN_SECONDS };
  const signed = `${base64url({ alg: 'RS256', typ: 'JWT' })}.${base64url(claim)}`;
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(key, 'base64url')}`;
}

/** No token could be had, with what the token service answered. */
class NoTokenError extends Error {
  override readonly name = 'NoTokenError';
  readonly answer: OutwardAnswer;
  constructor(answer: OutwardAnswer) {
    super(`the token service answered ${answer.status}`);
    this.answer = answer;
  }
}

interface Parts {
  readonly account: FcmAccount;
  readonly outward: Outward;
  readonly now: () => Date;
}

/** The access token, renewed before its end; many who need one at once wait for the same renewal. */
function createAccessToken({ account, outward, now }: Parts) {
  let kept: { token: string; renewAt: number } | undefined;
  let running: Promise<string> | undefined;

  async function renew(): Promise<string> {
    const body = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: assertionOf(account, now()),
    });
    const answer = await outward(account.token_uri, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: Buffer.from(body.toString()),
    });
    if (answer.status !== 200) throw new NoTokenError(answer);
    const { access_token: token, expires_in: seconds } = tokenAnswer.parse(JSON.parse(answer.text));
    kept = { token, renewAt: now().getTime() + (seconds - RENEW_SECONDS) * 1000 };
    return token;
  }
  return {
    read: (): Promise<string> => {
      if (kept && now().getTime() < kept.renewAt) return Promise.resolve(kept.token);
      running ??= renew().finally(() => (running = undefined));
      return running;
    },
    /** The service does not take this token any more. */
    drop: (token: string): void => {
      if (kept?.token === token) kept = undefined;
    },
  };
}

/** The message in FCM's form. Data are texts; the notification is shown by the system while the shell is not open. */
function bodyOf(token: string, { payload, ttlSeconds, urgency }: PushMessage, now: Date): Buffer {
  const { data, notification: { title, body } = {} } = payload;
  // No topic: FCM keeps four keys of a device at most and says not which, and what shares an Apple collapse id replaces even what is shown.
  const name = typeof data['seq'] === 'string' ? `inbox-${data['seq']}` : undefined;
  const expiration = Math.floor(now.getTime() / 1000) + ttlSeconds;
  const message = {
    token,
    data,
    // These two alone: FCM refuses a message with a field that it does not know.
    ...(title !== undefined && { notification: { title, body } }),
    android: {
      priority: urgency === 'high' ? 'HIGH' : 'NORMAL',
      ttl: `${ttlSeconds}s`,
      ...(name !== undefined && { notification: { tag: name } }),
    },
    apns: {
      headers: {
        'apns-priority': urgency === 'high' ? '10' : '5',
        'apns-expiration': String(expiration),
        ...(name !== undefined && { 'apns-collapse-id': name }),
      },
      payload: { aps: { sound: 'default' } },
    },
  };
  return Buffer.from(JSON.stringify({ message }));
}

export function createFcm({
  account,
  outward,
  origin = ORIGIN,
  now = () => new Date(),
}: Pick<Parts, 'account' | 'outward'> & { readonly origin?: string; readonly now?: () => Date }): PushSender<
  Extract<PushTarget, { carrier: 'fcm' }>
> {
  const url = `${origin}/v1/projects/${account.project_id}/messages:send`;
  const access = createAccessToken({ account, outward, now });

  async function post(token: string, message: PushMessage, signal?: AbortSignal): Promise<OutwardAnswer> {
    const bearer = await access.read();
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${bearer}` };
    const answer = await outward(url, { headers, body: bodyOf(token, message, now()), signal });
    if (answer.status === 401) access.drop(bearer);
    return answer;
  }
  return {
    async send({ token }, message, signal) {
      try {
        const answer = await post(token, message, signal);
        // A token may be revoked before its end: another one decides.
        return outcomeOf(answer.status === 401 ? await post(token, message, signal) : answer, now());
      } catch (error) {
        if (!(error instanceof NoTokenError)) return outcomeOfFailure(error);
        return { is: 'down', reason: error.message, ...retryAfterOf(error.answer, now()) };
      }
    },
  };
}

/** The code of an error in FCM's own list, such as UNREGISTERED, else that of Google's. */
function errorCodeOf({ text, status }: OutwardAnswer): string {
  try {
    const { error } = errorAnswer.parse(JSON.parse(text));
    const code = error.details?.find(({ errorCode }) => errorCode !== undefined)?.errorCode;
    return code ?? error.status ?? String(status);
  } catch {
    return String(status);
  }
}

/** The token is not one of our project, or of nobody any more. */
const GONE: ReadonlySet<string> = new Set(['UNREGISTERED', 'NOT_FOUND', 'SENDER_ID_MISMATCH']);

function outcomeOf(answer: OutwardAnswer, now: Date): Outcome {
  const { status } = answer;
  if (status === 200) return { is: 'sent' };
  const reason = errorCodeOf(answer);
  if (GONE.has(reason)) return { is: 'gone' };
  // 401 and 403: our account, and no address of it. Quotas are the project's.
  if (status === 401 || status === 403 || status === 429 || status === 503)
    return { is: 'down', reason, ...retryAfterOf(answer, now) };
  if (status === 408 || status >= 500) return { is: 'failed', reason };
  return { is: 'refused', reason };
}
