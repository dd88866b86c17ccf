import { createTransport } from 'nodemailer';
import { MessageRefusedError, type MessagePort } from './port.ts';

/** Each step of the talk with the server. */
const STEP_MS = 10_000;
/** The whole of it, which must be over before the lease of a message is. */
const TIMEOUT_MS = 50_000;
/** Where a server judges this message. Before that it judges us: a password that has run out must not cost anybody a message. */
const JUDGES_MESSAGE: ReadonlySet<unknown> = new Set(['RCPT TO', 'DATA']);
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/;

/** Mail by SMTP. Without TLS only to this very machine: a code must not cross a network in plain. */
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
        // An address as an object is one address, whatever stands in it.
        await transport.sendMail({
          to: { name: '', address: to },
          subject,
          text,
          messageId: `<${id}@holdfast>`,
          signal: AbortSignal.timeout(timeoutMs),
        });
      } catch (error) {
        const { responseCode = 0, command } = error as { responseCode?: number; command?: unknown };
        if (responseCode >= 500 && JUDGES_MESSAGE.has(command))
          throw new MessageRefusedError(`the mail server answered ${responseCode}`);
        throw error;
      }
    },
  };
}
