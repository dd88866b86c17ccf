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

const isRedacted: ReadonlySet<string> = new Set(REDACTED);

const FIELD_LENGTH_MAX = 2048;
const DEPTH_MAX = 5;

const cut = (text: string) => (text.length > FIELD_LENGTH_MAX ? `${text.slice(0, FIELD_LENGTH_MAX)}…` : text);

/**
 * What may be logged of a value: texts at their longest, wherever they lie, for what a stranger sends may end in the message of an error;
 * nothing under a name that is redacted, and nothing that lies deeper than a log is read.
 */
function loggable(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return cut(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEPTH_MAX) return '[deep]';
  if (value instanceof Date) return value;
  if (value instanceof Error) return loggable(describe(value), depth);
  if (Array.isArray(value)) return value.map((each) => loggable(each, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      isRedacted.has(key) ? '[redacted]' : loggable(each, depth + 1),
    ]),
  );
}

/**
 * An error by what tells where it was. All else that one may carry is left out: the `detail` of the database's quotes the row, with the
 * mobile number or the hash that broke a rule.
 */
function describe(error: Error): object {
  const { type, message, stack } = stdSerializers.err(error); // with the causes
  const { code, constraint, table } = error as { code?: unknown; constraint?: unknown; table?: unknown };
  const { errors } = error as { errors?: unknown };
  return { type, message, stack, code, constraint, table, ...(Array.isArray(errors) && { errors }) };
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
    formatters: {
      log: (fields: Record<string, unknown>) => loggable(fields) as Record<string, unknown>,
    },
    serializers: { err: (described: unknown) => described }, // by the formatter already
    hooks: { streamWrite: onOneLine },
  };
  return stream ? pino(options, stream) : pino(options);
}
