import webPush from 'web-push';
import type { Outcome } from '#platform/outbox/carrier.ts';
import type { VapidKeys } from '#platform/secrets/secrets.ts';
import { outcomeOfFailure, retryAfterOf, type Outward, type OutwardAnswer } from './outward.ts';
import type { PushMessage, PushSender, PushTarget } from './port.ts';

/** Every message is this long before it is encrypted, so that its length tells a push service nothing. A service takes 4,096 bytes. */
const PADDED_BYTES = 1024;

export interface WebPushParts {
  readonly vapidKeys: VapidKeys;
  /** Whom a push service may ask about our messages. */
  readonly contact: string;
  readonly outward: Outward;
  readonly now?: () => Date;
}

type WebTarget = Extract<PushTarget, { carrier: 'web' }>;

/** JSON may end with spaces. */
function pad(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([bytes, Buffer.alloc(Math.max(0, PADDED_BYTES - bytes.length), ' ')]);
}

/** The web's own push (RFC 8030): encrypted for the one browser (RFC 8291, aes128gcm), signed by our key (RFC 8292, VAPID). */
export function createWebPush({
  vapidKeys,
  contact,
  outward,
  now = () => new Date(),
}: WebPushParts): PushSender<WebTarget> {
  const prepare = ({ endpoint, p256dh, auth }: WebTarget, message: PushMessage) =>
    webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      pad(JSON.stringify(message.payload)),
      {
        contentEncoding: 'aes128gcm',
        vapidDetails: { subject: contact, ...vapidKeys },
        TTL: message.ttlSeconds,
        urgency: message.urgency,
        ...(message.topic !== undefined && { topic: message.topic }),
      },
    );
  return {
    async send(target, message, signal) {
      let details: ReturnType<typeof prepare>;
      try {
        details = prepare(target, message);
      } catch {
        // The browser's key is no point of the curve: nothing can be encrypted for it.
        return { is: 'ended' };
      }
      try {
        const headers = details.headers as Record<string, string | number>;
        return outcomeOf(await outward(details.endpoint, { headers, body: details.body, signal }), now());
      } catch (error) {
        return outcomeOfFailure(error);
      }
    },
  };
}

function outcomeOf(answer: OutwardAnswer, now: Date): Outcome {
  const { status } = answer;
  if (status >= 200 && status < 300) return { is: 'sent' };
  if (status === 404 || status === 410) return { is: 'gone' };
  const reason = `answered ${status}`;
  // Any of them may be said of one address: whether it is the service, addresses of several members tell.
  if (status === 408 || status === 429 || status >= 500)
    return { is: 'failed', reason, ...retryAfterOf(answer, now) };
  return { is: 'refused', reason };
}
