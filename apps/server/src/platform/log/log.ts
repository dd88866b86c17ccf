import { pino, type Logger } from 'pino';

export type Log = Logger;

/** Names of fields that may hold a secret or personal data; whatever their depth, their values never reach the log. */
const REDACTED = [
  'password',
  'newPassword',
  'transpass',
  'newTranspass',
  'access_token',
  'token',
  'otpTicket',
  'ticket',
  'checksum',
  'privateKey',
  'accountNumber',
  'holderName',
  'realName',
  'email',
  'mobile',
  'target',
  'payer',
  'lastFive',
  'authorization',
  'cookie',
  'detail', // of a database error: it quotes the row
] as const;

const FIELD_LENGTH_MAX = 2048;

function cut(value: unknown): unknown {
  return typeof value === 'string' && value.length > FIELD_LENGTH_MAX
    ? `${value.slice(0, FIELD_LENGTH_MAX)}…`
    : value;
}

/** Structured log, one JSON line each. Control characters are escaped by JSON, long texts are cut. */
export function createLog(level: string, stream?: { write(line: string): void }): Log {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: { paths: REDACTED.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
    formatters: {
      log: (fields: Record<string, unknown>) =>
        Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, cut(value)])),
    },
  };
  return stream ? pino(options, stream) : pino(options);
}
