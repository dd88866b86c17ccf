import type { BuiltPath, CallOutput, CaseClaim } from '@holdfast/contract/calls';
import { useAction } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { readQuery, useRead, useRefresh } from '@holdfast/client/queries';
import { useClient } from '@holdfast/client/services';
import type { ErrorName } from '@holdfast/contract/errors';
import { useServerTime } from '@holdfast/ui';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useToast } from '#components/toast.tsx';
import { useUnlessLive } from '#state/live.tsx';
import { caseWords } from './cases.words.ts';

/** Where there is no stream. */
const STATE_MS = 8000;
/** So long after its end a claim has ended at the server as well. */
const CLAIM_OVER_MS = 1000;
/** So long after the last prolongation work prolongs a claim again. */
const PROLONG_MS = 120_000;

export type CaseState = CallOutput<'/operator/case/state/{id}'>;

/** What shows an order that waits. */
export const CASE_PATHS = [
  '/operator/case/list',
  '/operator/case/summary',
  '/operator/case/state/{id}',
] as const satisfies readonly BuiltPath[];

/** Who has the order. The stream says when that has changed; that a claim has run out, the clock does. */
export function useCaseState(id: string) {
  const read = useRead(
    '/operator/case/state/{id}',
    { params: { id } },
    { refetchMs: useUnlessLive(STATE_MS) },
  );
  const until = read.data?.claim ? Date.parse(read.data.claim.until) : undefined;
  const isOver = useServerTime((now) => until !== undefined && now > until + CLAIM_OVER_MS);
  const refresh = useRefresh();
  useEffect(() => {
    if (isOver) refresh('/operator/case/state/{id}', '/operator/case/list');
  }, [isOver, refresh]);
  return read;
}

/**
 * What an order holds. It is asked once for each claim, version and request of a ruling, because each view leaves a line in the audit log; what was in
 * clear is forgotten with the screen.
 */
export function useCaseDetail(id: string, { claim, version, openRequest }: CaseState) {
  const { callApi } = useClient();
  const { queryKey, queryFn } = readQuery(callApi, '/operator/case/detail/{id}', { params: { id } });
  return useQuery<CallOutput<'/operator/case/detail/{id}'>>({
    queryKey: [...queryKey, claim?.isMine === true ? claim.since : '', version, openRequest],
    queryFn: queryFn as () => Promise<CallOutput<'/operator/case/detail/{id}'>>,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

const SHOWN: readonly ErrorName[] = [
  'CASE_CLAIMED',
  'CASE_CLAIM_NEEDED',
  'REVIEW_NOT_HELD',
  'ORDER_NOT_FOUND',
  'RATE_LIMITED',
];

/** What is done with claims; each act has the screens read the board again. */
export function useCaseActs() {
  const say = useWords(caseWords);
  const { callApi } = useClient();
  const refresh = useRefresh();
  const tell = useToast();
  const navigate = useNavigate();
  const claim = async (id: string, input: { reason?: string; since?: string } = {}) => {
    try {
      await callApi('/operator/case/claim/{id}', { params: { id }, input });
    } finally {
      refresh(...CASE_PATHS);
    }
  };
  return {
    claim: useAction(async (id: string) => claim(id), { shows: SHOWN }),
    /** For a reason; its refusals are shown by the dialog that asks for it. */
    claimFor: claim,
    release: useAction(
      async (id: string) => {
        try {
          await callApi('/operator/case/release/{id}', { params: { id } });
          tell(say('released'));
        } finally {
          refresh(...CASE_PATHS);
        }
      },
      { shows: SHOWN },
    ),
    next: useAction(
      async () => {
        const { id } = await callApi('/operator/case/next', {});
        refresh(...CASE_PATHS);
        if (id === null) tell(say('nothingLeft'));
        else await navigate({ to: '/case', search: { order: id } });
      },
      { shows: SHOWN },
    ),
  };
}

/** Prolongs the own claim while somebody works: a key or the mouse, some time apart. */
export function useProlong(id: string, claim: CaseClaim | null): void {
  const { callApi } = useClient();
  const refresh = useRefresh();
  const last = useRef(0);
  const isMine = claim?.isMine === true;
  const prolong = useEffectEvent((event: Event) => {
    if (event.timeStamp - last.current < PROLONG_MS) return;
    last.current = event.timeStamp;
    const again = () => refresh('/operator/case/state/{id}');
    // Lost meanwhile: the next look at its state says so.
    void callApi('/operator/case/claim/{id}', { params: { id }, input: {} }).then(again, again);
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
