import type { Entry } from '../src/entry.ts';
import { checkStructure } from '../src/entry.ts';
import type { Refused } from '../src/refusal.ts';

/** What the model expects of a posted line. */
export interface ExpectedLine {
  readonly balance: bigint;
  readonly version: bigint;
}
export interface ExpectedEntry {
  readonly replayed: boolean;
  readonly lines: readonly ExpectedLine[];
}
export type Verdict = { readonly ok: true; readonly entries: readonly ExpectedEntry[] } | Refused;

interface AccountState {
  balance: bigint;
  version: bigint;
  member: string | null;
}

/** Owner and kind of every account that the chart knows, and how many shards it has. Spelled again here on purpose. */
const CHART: Readonly<Record<string, number>> = {
  'member/available': 1,
  'member/listing_reserve': 1,
  'member/hold': 1,
  'member/withdrawing': 1,
  'order/order_escrow': 1,
  'platform/fee': 16,
  'platform/suspense': 1,
  'platform/issuance': 1,
  'platform/bank_clearing': 1,
  'partner/partner_clearing': 1,
};

/** Whose an account can be, by its key. */
function isOwner({ key, member }: Entry['lines'][number]['account']): boolean {
  const [owner, id] = key.split('/');
  if (owner === 'member') return member === id;
  return owner === 'order' ? member !== null : member === null;
}

/** The ledger as it should be, in the simplest words: a map of balances and a map of references. */
export class Model {
  readonly accounts = new Map<string, AccountState>();
  readonly #approved = new Map<string, string>();
  readonly #posted = new Map<string, { content: string; lines: readonly ExpectedLine[] }>();

  /** The first request of a reference stays. */
  approve({ reference, ...entry }: Entry): void {
    if (!this.#approved.has(reference)) this.#approved.set(reference, contentOf({ reference, ...entry }));
  }

  #findUnapproved(entries: readonly Entry[]): number {
    return entries.findIndex(
      (entry) =>
        !this.#posted.has(entry.reference) &&
        entry.lines.some(needsRequest) &&
        this.#approved.get(entry.reference) !== contentOf(entry),
    );
  }

  post(entries: readonly Entry[]): Verdict {
    return (
      checkStructure(entries) ??
      this.#refuseUnknownAccount(entries) ??
      this.#refuseTakenReference(entries) ??
      this.#apply(entries)
    );
  }

  #refuseUnknownAccount(entries: readonly Entry[]): Refused | undefined {
    const named = new Map<string, string | null>();
    for (const [entry, each] of entries.entries()) {
      for (const { account } of inKeyOrder(each)) {
        const [owner = '', , kind = '', , shard = ''] = account.key.split('/');
        const known = Number(shard) < (CHART[`${owner}/${kind}`] ?? 0) && isOwner(account);
        const owned = (this.accounts.get(account.key) ?? { member: named.get(account.key) ?? account.member })
          .member;
        named.set(account.key, owned);
        if (!known || owned !== account.member) {
          return { ok: false, refuse: 'UNKNOWN_ACCOUNT', entry, account: account.key };
        }
      }
    }
    return undefined;
  }

  #refuseTakenReference(entries: readonly Entry[]): Refused | undefined {
    const entry = entries.findIndex((each) => {
      const posted = this.#posted.get(each.reference);
      return posted !== undefined && posted.content !== contentOf(each);
    });
    return entry < 0 ? undefined : { ok: false, refuse: 'REFERENCE_TAKEN', entry };
  }

  #apply(entries: readonly Entry[]): Verdict {
    const draft = new Map<string, AccountState>();
    const results: ExpectedEntry[] = [];
    for (const [index, entry] of entries.entries()) {
      const posted = this.#posted.get(entry.reference);
      if (posted !== undefined) {
        results.push({ replayed: true, lines: posted.lines });
        for (const { account } of entry.lines) this.#stateOf(draft, account);
        continue;
      }
      const after = new Map<string, ExpectedLine>();
      for (const { account, amount } of inKeyOrder(entry)) {
        const state = this.#stateOf(draft, account);
        state.balance += amount;
        state.version += 1n;
        if (state.balance < 0n && /^(member|order)/.test(account.key)) {
          return { ok: false, refuse: 'INSUFFICIENT_BALANCE', entry: index, account: account.key };
        }
        after.set(account.key, { balance: state.balance, version: state.version });
      }
      const lines = entry.lines.map(({ account }) => after.get(account.key) as ExpectedLine);
      results.push({ replayed: false, lines });
    }
    const unapproved = this.#findUnapproved(entries);
    if (unapproved >= 0) return { ok: false, refuse: 'NOT_APPROVED', entry: unapproved };
    for (const [key, state] of draft) this.accounts.set(key, state);
    for (const [index, entry] of entries.entries()) {
      const { replayed, lines } = results[index] as ExpectedEntry;
      if (!replayed) this.#posted.set(entry.reference, { content: contentOf(entry), lines });
    }
    return { ok: true, entries: results };
  }

  #stateOf(draft: Map<string, AccountState>, account: Entry['lines'][number]['account']): AccountState {
    let state = draft.get(account.key);
    if (state === undefined) {
      state = { ...(this.accounts.get(account.key) ?? { balance: 0n, version: 0n, member: account.member }) };
      draft.set(account.key, state);
    }
    return state;
  }
}

/** The order in which the accounts of an entry are changed, and the first that speaks against it is named. */
function inKeyOrder({ lines }: Entry): Entry['lines'] {
  return lines.toSorted((a, b) => (a.account.key < b.account.key ? -1 : 1));
}

/** A line that could make coin, or touches what only operators touch. */
function needsRequest({ account, amount }: Entry['lines'][number]): boolean {
  return (
    /\/(issuance|suspense)\//.test(account.key) || (amount < 0n && /^(platform|partner)/.test(account.key))
  );
}

function contentOf({ kind, coin, lines }: Entry): string {
  const sorted = lines.map(({ account, amount }) => `${account.key} ${amount}`).toSorted();
  return [kind, coin, ...sorted].join('\n');
}
