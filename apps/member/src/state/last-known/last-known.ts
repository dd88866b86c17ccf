import {
  createStored,
  createTextSealer,
  isRecord,
  recordOf,
  text,
  type Stored,
  type TextSealer,
} from '@holdfast/client/storage';
import { hashKey, type Query, type QueryClient } from '@tanstack/react-query';
import { LAST_KNOWN_KEY } from '../session/forget-tab.ts';
import type { Session } from '../session/session.ts';

/** What is worth seeing without a network: the balances, and the orders that were looked at last. */
const KEPT: readonly unknown[] = [
  '/member/balanceinfo',
  '/api/wallet/get-journal',
  '/api/wallet/get-journal-usdt',
  '/api/v1/members/orders-in-progress/{account}',
  '/order/list',
  '/order/detail',
];
const READS_MAX = 20;
/** What changes together is written once. */
const WRITE_AFTER_MS = 500;

interface Read {
  readonly key: readonly unknown[];
  readonly data: unknown;
  readonly at: number;
}

interface Parts {
  session: Pick<Session, 'read' | 'subscribe' | 'token'>;
  shared: Storage;
  queries: QueryClient;
}

const isRead = (value: unknown): value is Read =>
  isRecord(value) && Array.isArray(value['key']) && typeof value['at'] === 'number' && 'data' in value;

function toReads(json: string): readonly Read[] {
  try {
    const reads: unknown = JSON.parse(json);
    return Array.isArray(reads) ? reads.filter(isRead) : [];
  } catch {
    return [];
  }
}

/** Of a list its first page: the others would be as old, and have gaps. */
function firstPage(data: unknown): unknown {
  if (!isRecord(data) || !Array.isArray(data['pages'])) return data;
  return { pages: data['pages'].slice(0, 1), pageParams: [null] };
}

const toRead = ({ queryKey, state }: Query): Read => ({
  key: queryKey,
  data: firstPage(state.data),
  at: state.dataUpdatedAt,
});

/** The newest read under each key, the newest first. */
function newestOfEach(reads: readonly Read[]): readonly Read[] {
  const newestLast = reads.toSorted((a, b) => a.at - b.at);
  const byKey = new Map(newestLast.map((read) => [hashKey(read.key), read]));
  return [...byKey.values()].toSorted((a, b) => b.at - a.at).slice(0, READS_MAX);
}

/**
 * What a member has read last, kept on the device for a start without a network. It lies there encrypted under the access token, as drafts do: with
 * the PIN lock on nobody reads it without the unlock. It goes with the session, also where that ends without a network.
 */
export class LastKnown {
  readonly #session: Parts['session'];
  readonly #queries: QueryClient;
  readonly #stored: Stored<{ owner: string; text: string }>;
  readonly #owner: string | undefined;
  readonly #ends: (() => void)[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sealer: Promise<TextSealer | undefined> | undefined;
  #isShown = false;

  constructor({ session, shared, queries }: Parts) {
    this.#session = session;
    this.#queries = queries;
    this.#stored = createStored({
      area: shared,
      key: LAST_KNOWN_KEY,
      read: recordOf({ owner: text, text }),
    });
    this.#owner = session.read()?.login.uid;
    // Another token may have come.
    this.#ends.push(session.subscribe(() => (this.#sealer = undefined)));
    this.#ends.push(
      queries.getQueryCache().subscribe(({ type, query }) => {
        if (type === 'updated' && query.state.status === 'success' && KEPT.includes(query.queryKey[0]))
          this.#keepSoon();
      }),
    );
  }

  /** Shows it wherever nothing has been read yet. Each read keeps the time that it had. */
  readonly show = async (): Promise<void> => {
    if (this.#isShown) return;
    this.#isShown = true;
    const reads = await this.#kept();
    if (!this.#isOwned(this.#owner)) return;
    for (const { key, data, at } of reads) {
      const query = this.#queries.getQueryCache().build(this.#queries, { queryKey: key, gcTime: Infinity });
      if (query.state.data !== undefined) continue;
      // A read that has failed stays failed, so that the screen says how old this is, and that it is asked for again.
      const status = query.state.status === 'pending' ? 'success' : query.state.status;
      // However young, it is asked for anew by the first screen that shows it.
      query.setState({ ...query.state, data, dataUpdatedAt: at, status, isInvalidated: true });
    }
  };

  readonly stop = (): void => {
    clearTimeout(this.#timer);
    for (const end of this.#ends.splice(0)) end();
  };

  #isOwned(owner: string | undefined): boolean {
    return owner !== undefined && owner === this.#session.read()?.login.uid;
  }

  #keepSoon(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#keep();
    }, WRITE_AFTER_MS);
  }

  /** What lies on the device, from this tab or from another. */
  async #kept(): Promise<readonly Read[]> {
    const kept = this.#stored.read();
    if (!kept || !this.#isOwned(kept.owner)) return [];
    const json = await (await this.#sealerNow())?.open(kept.text);
    return json === undefined ? [] : toReads(json);
  }

  async #keep(): Promise<void> {
    const present = this.#queries
      .getQueryCache()
      .getAll()
      .filter(({ queryKey, state }) => KEPT.includes(queryKey[0]) && state.data !== undefined)
      .map(toRead);
    const reads = newestOfEach([...(await this.#kept()), ...present]);
    const sealed = await (await this.#sealerNow())?.seal(JSON.stringify(reads));
    // Whoever has left meanwhile leaves nothing.
    if (sealed !== undefined && this.#owner !== undefined && this.#isOwned(this.#owner))
      this.#stored.write({ owner: this.#owner, text: sealed });
  }

  /** Under the PIN lock the token waits for the unlock. Without Web Crypto nothing is kept. */
  #sealerNow(): Promise<TextSealer | undefined> {
    this.#sealer ??= this.#session
      .token()
      .then((token) => (token === undefined ? undefined : createTextSealer(token, 'last known')))
      .catch(() => undefined);
    return this.#sealer;
  }
}
