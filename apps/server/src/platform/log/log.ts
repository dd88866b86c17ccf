import { pino, stdSerializers, type Logger } from 'pino';

export type Log = Logger;

/**
 * Fields that may hold a secret or personal data: redacted at any depth. Every field that the contract marks as secret is here except
 * `code`, because the `code` of an error says what went wrong.
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
  'link',
  'shared', // a listing's link, with its password
  'installId',
  'invitation',
  'recoveryCodes',
  'uri', // of an authenticator
  'checksum',
  'sessionProof',
  'privateKey',
  'key', // of an upload token or a link
  'step', // the ticket of a step of a sign-in
  'setup',
  'passkeyQuestion',
  'passkeyAnswer',
  'endpoint', // of a push subscription, with its keys
  'p256dh',
  'auth',
  'fcmToken',
  'details', // of an identity
  'number',
  'bornOn',
  'pattern', // of the register block: a number
  'files',
  'content',
  'card',
  'search',
  'value',
  'accountNumber',
  'payAccount',
  'picture',
  'codeContent', // of a QR code to be paid on
  'holderName',
  'realName',
  'email',
  'mail',
  'mobile',
  'target',
  'payer',
  'lastFive',
  'text', // of a message in an order
  'authorization',
  'cookie',
  'detail', // of a database error: it quotes the row
] as const;

const isRedacted: ReadonlySet<string> = new Set(REDACTED);

const FIELD_LENGTH_MAX = 2048;
const DEPTH_MAX = 5;

const cut = (text: string) => (text.length > FIELD_LENGTH_MAX ? `${text.slice(0, FIELD_LENGTH_MAX)}…` : text);

/**
 * Redacts and truncates a value for the log. Texts are cut at any depth, because input of a stranger can end up in an error message.
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
 * The fields of an error that are logged. Everything else is left out: the `detail` of a database error quotes the row with its mobile
 * number or hash.
 */
function describe(error: Error): object {
  const { type, message, stack } = stdSerializers.err(error); // with the causes
  const { code, constraint, table } = error as { code?: unknown; constraint?: unknown; table?: unknown };
  const { errors } = error as { errors?: unknown };
  return { type, message, stack, code, constraint, table, ...(Array.isArray(errors) && { errors }) };
}

/** Escapes U+2028 and U+2029, which JSON leaves as they are: log readers may break a line there. */
const onOneLine = (line: string) =>
  line.replaceAll('\u2028', String.raw`\u2028`).replaceAll('\u2029', String.raw`\u2029`);

/** Creates the structured log, one JSON line an entry. JSON escapes control characters; long texts are truncated. */
export function createLog(level: string, stream?: { write(line: string): void }): Log {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: {
      log: (fields: Record<string, unknown>) => loggable(fields) as Record<string, unknown>,
    },
    serializers: { err: (described: unknown) => described }, // the formatter has done it
    hooks: { streamWrite: onOneLine },
  };
  return stream ? pino(options, stream) : pino(options);
}
