import { pino, stdSerializers, type Logger } from 'pino';

export type Log = Logger;

/**
 * Names of fields that may hold a secret or personal data; whatever their depth, their values never reach the log. All that the contract
 * marks as secret are here but `code`: an error's tells what went wrong.
 */
const REDACTED = [
  'password',
  'newPassword',
  'transpass',
  'oldTranspass',
  'newTranspass',
  'secret',
  'answers',
  'phrase',
  'access_token',
  'reset_token',
  'resetToken',
  'token',
  'ticket',
  'answersTicket',
  'newTicket',
  'oldTicket',
  'otpTicket',
  'installId',
  'checksum',
  'privateKey',
  'accountNumber',
  'holderName',
  'realName',
  'email',
  'mail',
  'mobile',
  'target',
  'payer',
  'lastFive',
  'authorization',
  'cookie',
  'detail', // of a database error: it quotes the row
] as const;

const FIELD_LENGTH_MAX = 2048;
const DEPTH_MAX = 4;

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Texts at their longest, wherever they lie: what a stranger sends may end in the message of an error. */
function cut(value: unknown, depth = 0): unknown {
  if (typeof value === 'string')
    return value.length > FIELD_LENGTH_MAX ? `${value.slice(0, FIELD_LENGTH_MAX)}…` : value;
  if (depth > DEPTH_MAX) return value;
  if (Array.isArray(value)) return value.map((each) => cut(each, depth + 1));
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, cut(each, depth + 1)]));
}

/** JSON leaves the two line ends of Unicode as they are, which a reader of the log may break a line at. */
const onOneLine = (line: string) =>
  line.replaceAll('\u2028', String.raw`\u2028`).replaceAll('\u2029', String.raw`\u2029`);

/** Structured log, one JSON line each. Control characters are escaped by JSON, long texts are cut. */
export function createLog(level: string, stream?: { write(line: string): void }): Log {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: { paths: REDACTED.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
    formatters: {
      log: (fields: Record<string, unknown>) => cut(fields) as Record<string, unknown>,
    },
    serializers: { err: (error: Error) => cut({ ...stdSerializers.err(error) }) },
    hooks: { streamWrite: onOneLine },
  };
  return stream ? pino(options, stream) : pino(options);
}
