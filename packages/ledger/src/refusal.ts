/** Why a batch was not posted, in the order of precedence: the earlier rule hides the later one. */
export const REFUSALS = [
  'BATCH_SIZE',
  'BAD_REFERENCE',
  'AMOUNT_OUT_OF_RANGE',
  'DUPLICATE_ACCOUNT',
  'COIN_MISMATCH',
  'UNBALANCED',
  'UNKNOWN_ACCOUNT',
  'REFERENCE_TAKEN',
  'INSUFFICIENT_BALANCE',
  'NOT_APPROVED',
] as const;
export type Refusal = (typeof REFUSALS)[number];

export interface Refused {
  readonly ok: false;
  readonly refuse: Refusal;
  /** Index of the entry in the batch. For an unknown account, the first entry that names it. */
  readonly entry: number;
  /** Key of the account, where one is to blame. */
  readonly account?: string;
}

/** The SQLSTATEs of our own that ledger.post() and its constraints raise (db/migrations/0002_ledger.sql, 0012). */
const BY_SQLSTATE: Readonly<Record<string, Refusal>> = {
  HF001: 'INSUFFICIENT_BALANCE',
  HF002: 'UNKNOWN_ACCOUNT',
  HF003: 'COIN_MISMATCH',
  HF004: 'UNBALANCED',
  HF005: 'REFERENCE_TAKEN',
  HF007: 'NOT_APPROVED',
};

/** What the database refused, or undefined if the error is of another kind. */
export function readRefusal(
  error: unknown,
): { refuse: Refusal; entry?: number; account?: string } | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const refuse = BY_SQLSTATE[String(error.code)];
  if (refuse === undefined) return undefined;
  const detail = 'detail' in error && typeof error.detail === 'string' ? error.detail : '{}';
  return { refuse, ...(JSON.parse(detail) as { entry?: number; account?: string }) };
}
