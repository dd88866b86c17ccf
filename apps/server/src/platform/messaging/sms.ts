import { MessageRefusedError, type MessagePort } from './port.ts';

const TIMEOUT_MS = 10_000;
/** Statuses that refuse this message for good. After any other a retry may succeed: a token is renewed, a configuration corrected. */
const REFUSALS: ReadonlySet<number> = new Set([400, 413, 422]);

/** The gateway did not accept the message this time. */
class SmsError extends Error {
  override readonly name: string;
  constructor(status: number) {
    super(`the SMS gateway answered ${status}`);
    this.name = `SmsError${status}`;
  }
}

/** SMS through a gateway that takes `POST {id, to, text}` as JSON with a bearer token. Redirects are not followed. */
export function createSmsPort({
  url,
  token,
  timeoutMs = TIMEOUT_MS,
}: {
  url: string;
  token: string;
  timeoutMs?: number;
}): MessagePort {
  return {
    async send({ id, to, text }) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ id, to, text }),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      await response.body?.cancel();
      const { status, ok } = response;
      if (ok) return;
      if (REFUSALS.has(status)) throw new MessageRefusedError(`the SMS gateway answered ${status}`);
      throw new SmsError(status);
    },
  };
}
