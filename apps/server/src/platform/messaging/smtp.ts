import { createTransport } from 'nodemailer';
import { MessageRefusedError, type MessagePort } from './port.ts';

/** Timeout of each step of the SMTP session. */
const STEP_MS = 10_000;
/** Timeout of the whole session; shorter than the lease of a message. */
const TIMEOUT_MS = 50_000;
/** Commands whose refusal is about the message. An earlier refusal is about us (an expired password, say) and is retried. */
const ABOUT_MESSAGE: ReadonlySet<unknown> = new Set(['RCPT TO', 'DATA']);
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/;

/** Mail by SMTP. TLS is required except to this machine: a code must not cross a network in plain text. */
export function createSmtpPort({
  url,
  from,
  timeoutMs = TIMEOUT_MS,
}: {
  url: string;
  from: string;
  timeoutMs?: number;
}): MessagePort {
  const { hostname } = new URL(url);
  const transport = createTransport(
    {
      url,
      requireTLS: !LOOPBACK.test(hostname),
      ignoreTLS: LOOPBACK.test(hostname),
      connectionTimeout: STEP_MS,
      greetingTimeout: STEP_MS,
      socketTimeout: STEP_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  return {
    async send({ id, to, subject, text }) {
      try {
        // An address given as an object is never parsed as a list.
        await transport.sendMail({
          to: { name: '', address: to },
          subject,
          text,
          messageId: `<${id}@holdfast>`,
          signal: AbortSignal.timeout(timeoutMs),
        });
      } catch (error) {
        const { responseCode = 0, command } = error as { responseCode?: number; command?: unknown };
        if (responseCode >= 500 && ABOUT_MESSAGE.has(command))
          throw new MessageRefusedError(`the mail server answered ${responseCode}`);
        throw error;
      }
    },
  };
}
