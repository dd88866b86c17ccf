import type { BuiltPath, CallOutput, ReviewClaim } from '@holdfast/contract/calls';
import { useAction } from '@holdfast/client/calls';
import { readQuery, useRead, useRefresh } from '@holdfast/client/queries';
import { useClient } from '@holdfast/client/services';
import type { ErrorName } from '@holdfast/contract/errors';
import { REVIEW_KINDS, type ReviewKindName } from '@holdfast/contract/operators';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useToast } from '#components/toast.tsx';
import { useWords } from '@holdfast/client/i18n';
import { useMay } from '#state/services.tsx';
import { reviewWords } from './reviews.words.ts';

const STATE_MS = 8000;
/** So long after the last prolongation work prolongs a claim again. */
const PROLONG_MS = 60_000;

export interface OpenItem {
  readonly kind: ReviewKindName;
  readonly id: string;
}

export type ItemState = CallOutput<'/operator/review/state/{id}'>;

const QUEUE_PATHS = [
  '/operator/review/list',
  '/operator/review/summary',
  '/operator/review/state/{id}',
] as const satisfies readonly BuiltPath[];

/** Who has the item, asked again and again: there is no stream at the console. */
export const useItemState = ({ kind, id }: OpenItem) =>
  useRead('/operator/review/state/{id}', { params: { id }, input: { kind } }, { refetchMs: STATE_MS });

type DetailPath =
  | '/member/real-name/detail/{id}'
  | '/operator/bank-card/detail/{id}'
  | '/member/third-party-payment/detail/{id}';

/**
 * What an item holds. It is asked once for each claim and version, because each view leaves a line in the audit log; what was in clear is
 * forgotten with the screen.
 */
export function useDetail<P extends DetailPath>(path: P, id: string, { claim, version }: ItemState) {
  const { callApi } = useClient();
  const { queryKey, queryFn } = readQuery(callApi, path, { params: { id } } as never);
  return useQuery<CallOutput<P>>({
    queryKey: [...queryKey, claim?.isMine === true ? claim.since : '', version],
    queryFn: queryFn as () => Promise<CallOutput<P>>,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Whether the operator may claim and decide items of a kind. */
export function useMayDecide(kind: ReviewKindName): boolean {
  return useMay()(REVIEW_KINDS[kind].decide);
}

const SHOWN: readonly ErrorName[] = [
  'REVIEW_CLAIMED',
  'REVIEW_CLAIM_NEEDED',
  'REVIEW_NOT_HELD',
  'REVIEW_NOT_FOUND',
  'REAL_NAME_DECIDED',
  'REAL_NAME_IDENTITY_TAKEN',
  'BANK_CARD_CHANGED',
  'BANK_CARD_CLAIMED',
  'BANK_CARD_HOLDER_DIFFERS',
  'NOTHING_CHANGES',
  'RATE_LIMITED',
];

/** What is done with items; each act has the screens read the queue again. */
export function useItemActs(kind: ReviewKindName) {
  const say = useWords(reviewWords);
  const { callApi } = useClient();
  const refresh = useRefresh();
  const tell = useToast();
  const navigate = useNavigate();
  const { age, id: open } = useSearch({ from: '/shell/reviews' });
  const followed = async (act: () => Promise<unknown>) => {
    try {
      await act();
    } finally {
      refresh(...QUEUE_PATHS);
    }
  };
  const claim = async (id: string, input: { reason?: string; since?: string } = {}) =>
    followed(() => callApi('/operator/review/claim/{id}', { params: { id }, input: { kind, ...input } }));
  /** One line tells what was done and whether anything is left: of two, only the second would be seen. */
  const toNext = async (told = '') => {
    const { id } = await callApi('/operator/review/next', {
      input: { kind, ...(age !== undefined && { age }), ...(open !== undefined && { open }) },
    });
    refresh(...QUEUE_PATHS);
    const left = id === null ? say('nothingLeft') : '';
    if (told + left !== '') tell([told, left].filter((text) => text !== '').join(' · '));
    const search = { kind, ...(age !== undefined && { age }), ...(id !== null && { id }) };
    await navigate({ to: '/reviews', search });
  };
  return {
    claim: useAction(async (id: string) => claim(id), { shows: SHOWN }),
    /** For a reason; its refusals are shown by the dialog that asks for it. */
    claimFor: claim,
    release: useAction(
      async (id: string) => {
        await followed(() => callApi('/operator/review/release/{id}', { params: { id }, input: { kind } }));
        tell(say('released'));
      },
      { shows: SHOWN },
    ),
    next: useAction(async () => toNext(), { shows: SHOWN }),
    /** Decides, tells, and goes on to the next one. */
    decide: useAction(
      async (decide: () => Promise<unknown>, told: string) => {
        await followed(decide);
        await toNext(told);
      },
      { shows: SHOWN },
    ),
  };
}

/** Prolongs the own claim while somebody works: a key or the mouse, a minute apart at least. */
export function useProlong({ kind, id }: OpenItem, claim: ReviewClaim | null): void {
  const { callApi } = useClient();
  const refresh = useRefresh();
  const last = useRef(0);
  const isMine = claim?.isMine === true;
  const prolong = useEffectEvent((event: Event) => {
    if (event.timeStamp - last.current < PROLONG_MS) return;
    last.current = event.timeStamp;
    void callApi('/operator/review/claim/{id}', { params: { id }, input: { kind } }).then(
      () => refresh('/operator/review/state/{id}'),
      // Lost meanwhile: the next look at its state says so.
      () => refresh('/operator/review/state/{id}'),
    );
  });
  useEffect(() => {
    if (!isMine) return undefined;
    last.current = performance.now();
    const listener = (event: Event) => prolong(event);
    const events = ['keydown', 'pointerdown', 'pointermove'] as const;
    for (const name of events) document.addEventListener(name, listener, { passive: true });
    return () => {
      for (const name of events) document.removeEventListener(name, listener);
    };
  }, [isMine]);
}
