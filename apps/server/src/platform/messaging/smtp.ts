import { createTransport } from 'nodemailer';
import { MessageRefusedError, type MessagePort } from './port.ts';

/** Each step of the talk with the server, not the whole of it; the sum stays below the lease of a message. */
const STEP_MS = 10_000;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/;

/** Mail by SMTP. Without TLS only to this very machine: a code must not cross a network in plain. */
export function createSmtpPort({ url, from }: { url: string; from: string }): MessagePort {
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
        });
      } catch (error) {
        const { responseCode } = error as { responseCode?: number };
        if (responseCode !== undefined && responseCode >= 500)
          throw new MessageRefusedError(`the mail server answered ${responseCode}`);
        throw error;
      }
    },
  };
}
