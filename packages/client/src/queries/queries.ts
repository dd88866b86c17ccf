import type { BuiltPath, CallInput, CallOutput } from '@holdfast/contract/calls';
import { AppError } from '@holdfast/kernel';
import {
  keepPreviousData,
  QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { Connection } from '../network/connection.ts';
import { useClient } from '../services.tsx';
import type { CallArguments, CallApi } from '../calls/call-api.ts';

/** Reads stay fresh through the live stream; without it, coming back to the tab asks again. */
const FRESH_MS = 10_000;
const RETRIES_MAX = 1;

/** Whether asking again may help: a connection that stumbled, never a refusal. */
function isWorthRetrying(count: number, error: unknown): boolean {
  if (count >= RETRIES_MAX || !(error instanceof AppError)) return false;
  return error.code === 'PROXY_UNREACHABLE' || error.code === 'CONNECTION_UNSTABLE';
}

export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: isWorthRetrying,
        // Being offline is an error like another: the screen says so instead of waiting in silence.
        networkMode: 'always',
      },
    },
  });
}

/** So rarely at the least: eight times the usual interval. */
const BACK_OFF_MAX = 8;

/**
 * Asks again every `ms`. While no answer comes the interval grows with the time since the last one, so that many open screens do not knock at a server
 * that is down.
 */
function pollEvery(ms: number | undefined) {
  if (ms === undefined) return false;
  return ({ state }: { readonly state: { readonly error: unknown; readonly dataUpdatedAt: number } }) =>
    state.error ? Math.min(ms * BACK_OFF_MAX, Math.max(ms, Date.now() - state.dataUpdatedAt)) : ms;
}

type ReadArguments<P extends BuiltPath> = Omit<CallArguments<P>, 'isBackground' | 'transpass'>;

/** A read of the contract as a query: its key is the path and what was asked, so that a hint about a path reaches all of them. */
export function readQuery<P extends BuiltPath>(callApi: CallApi, path: P, args: ReadArguments<P>) {
  return queryOptions<CallOutput<P>>({
    queryKey: [path, args.params ?? {}, args.input ?? {}],
    queryFn: async () => callApi(path, { ...args, isBackground: true } as CallArguments<P>),
  });
}

export function useRead<P extends BuiltPath>(
  path: P,
  args: ReadArguments<P>,
  /** `refetchMs`: asks again so often, where no live stream tells of changes. */
  options: { isEnabled?: boolean; refetchMs?: number | undefined } = {},
): UseQueryResult<CallOutput<P>> {
  const { callApi } = useClient();
  const { isEnabled = true, refetchMs } = options;
  return useQuery({
    ...readQuery(callApi, path, args),
    enabled: isEnabled,
    refetchInterval: pollEvery(refetchMs),
  });
}

/** One page of a list, as the contract's `paged` describes it. */
interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

/** The reads that answer in pages and need nothing but their input. */
type PagedPath = {
  [P in BuiltPath]: P extends `${string}{${string}` ? never : CallOutput<P> extends Page<unknown> ? P : never;
}[BuiltPath];
type ItemOf<P extends PagedPath> = CallOutput<P> extends Page<infer T> ? T : never;

/**
 * Pagination of such a read: `data` are the items of all pages so far, and `LoadMore` shows the rest of it. What has been loaded stays
 * fresh as a whole, so that no item falls between two pages. `keepsPrevious`: while another input loads, the items of the last one stay.
 */
export function usePages<P extends PagedPath>(
  path: P,
  input: Omit<CallInput<P>, 'cursor'>,
  { keepsPrevious = false, refetchMs }: { keepsPrevious?: boolean; refetchMs?: number | undefined } = {},
) {
  const { callApi } = useClient();
  return useInfiniteQuery({
    queryKey: [path, {}, input, 'pages'],
    queryFn: async ({ pageParam }): Promise<Page<ItemOf<P>>> => {
      const asked = pageParam === undefined ? input : { ...input, cursor: pageParam };
      const args = { input: asked, isBackground: true } as unknown as CallArguments<P>;
      return callApi(path, args) as Promise<Page<ItemOf<P>>>;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
    refetchInterval: pollEvery(refetchMs),
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
  });
}

/** The same read for a command that needs what it answers: at once when it is there, else when it has come. */
export function useEnsureRead<P extends BuiltPath>(
  path: P,
  args: ReadArguments<P>,
): () => Promise<CallOutput<P>> {
  const { callApi } = useClient();
  const queries = useQueryClient();
  return async () => queries.ensureQueryData(readQuery(callApi, path, args));
}

/** Asks anew for what is on the screen and could not be had, when the network is back. */
export function useRetryWhenBack({ subscribe, read }: Pick<Connection, 'subscribe' | 'read'>): void {
  const queries = useQueryClient();
  useEffect(
    () =>
      subscribe(() => {
        if (read() !== 'online') return;
        void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.error !== null });
      }),
    [queries, subscribe, read],
  );
}

/** Asks anew for what is on the screen when a command may have gone through without an answer: the screens then show whether it did. */
export function useRefreshWhenUnsure(onUnsure: (listener: () => void) => () => void): void {
  const queries = useQueryClient();
  useEffect(() => onUnsure(() => void queries.invalidateQueries()), [queries, onUnsure]);
}

/**
 * Says that what these paths answer has changed: what is on the screen is asked anew, the rest when it is next shown. Nobody waits for
 * that: a server that is silent would keep what has happened from being told for another minute.
 */
export function useRefresh(): (...paths: readonly BuiltPath[]) => void {
  const queries = useQueryClient();
  return useCallback(
    (...paths) => {
      for (const path of paths) void queries.invalidateQueries({ queryKey: [path] });
    },
    [queries],
  );
}
