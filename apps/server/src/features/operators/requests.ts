import type { RequestChange } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { mayDo, REQUEST_KINDS, type RequestVerdict } from '@holdfast/contract/operators';
import { defined } from '@holdfast/kernel';
import type { Tx } from '#platform/db/db.ts';
import type { Handler, Operator } from '#platform/gateway/call-table.ts';
import { keysOf, NEWEST, toPage } from '#platform/paging/paging.ts';
import type { RequestKind } from './request-kinds.ts';
import {
  findRequest,
  finishRequest,
  listRequests as findRequests,
  saveDecision,
  takeSubjectAdvisory,
  type StoredRequest,
} from './request.store.ts';

const PAGE = 20;

export type Kinds = ReadonlyMap<string, RequestKind>;

const isSame = (one: readonly RequestChange[], other: readonly RequestChange[]): boolean =>
  one.length === other.length &&
  one.every((change, i) => {
    const { field, before, after } = other[i] ?? change;
    return change.field === field && change.before === before && change.after === after;
  });

/** Whether the request would do something else now than what it says. What it rests on may be gone altogether. */
async function isStale(tx: Tx, kinds: Kinds, request: StoredRequest, locks: boolean): Promise<boolean> {
  const kind = defined(kinds.get(request.kind), request.kind);
  return !isSame(request.changes, await kind.changesOf(tx, request.payload as never, { locks }));
}

const mayDecide = (operator: Operator, { kind }: StoredRequest): boolean =>
  mayDo(operator.role, REQUEST_KINDS[kind].decide);

export const listRequests =
  (kinds: Kinds): Handler<'/operator/request/list'> =>
  async ({ tx, operator }, { cursor, state, subject }) => {
    const [before = NEWEST] = keysOf(cursor, 1);
    const found = await findRequests(tx, { before, state, subject: subject?.trim() || undefined }, PAGE + 1);
    const { items, next } = toPage(found, PAGE, ({ id }) => [id]);
    const shown = [];
    for (const request of items) {
      const isMine = request.askedBy === operator.id;
      const { id, kind, reason, note, changes } = request;
      shown.push({
        id,
        kind,
        subject: request.subject,
        changes: [...changes],
        reason,
        note,
        state: request.state,
        askedBy: request.askedByEmail,
        askedAt: request.askedAt.toISOString(),
        expiresAt: request.expiresAt.toISOString(),
        decidedBy: request.decidedByEmail,
        decidedAt: request.decidedAt?.toISOString() ?? null,
        isMine,
        mayDecide: request.state === 'open' && !isMine && mayDecide(operator, request),
        isStale: request.state === 'open' && (await isStale(tx, kinds, request, false)),
      });
    }
    return { items: shown, next };
  };

const DONE = {
  approved: 'request-approved',
  refused: 'request-refused',
  withdrawn: 'request-withdrawn',
} as const;

function assertMayDecide(operator: Operator, request: StoredRequest, verdict: RequestVerdict): void {
  const isMine = request.askedBy === operator.id;
  if (verdict === 'withdrawn' && !isMine) throw fail('ROLE_NOT_ALLOWED');
  if (verdict === 'withdrawn') return;
  if (isMine) throw fail('REQUEST_OWN');
  if (!mayDecide(operator, request)) throw fail('ROLE_NOT_ALLOWED');
}

/** Decides a request. An approval does what was asked for, in the same transaction, or nothing at all. */
export const decideRequest =
  (kinds: Kinds): Handler<'/operator/request/decide'> =>
  async (context, { id, verdict, note }) => {
    const { tx, operator, audit } = context;
    const known = await findRequest(tx, id);
    if (!known) throw fail('REQUEST_CLOSED');
    await takeSubjectAdvisory(tx, known.subject);
    const request = defined(await findRequest(tx, id), 'a request is never removed');
    assertMayDecide(operator, request, verdict);
    if (request.state !== 'open') throw fail('REQUEST_CLOSED');
    if (verdict === 'approved' && (await isStale(tx, kinds, request, true))) throw fail('REQUEST_STALE');
    await saveDecision(tx, operator, { id, verdict, note });
    const kind = defined(kinds.get(request.kind), request.kind);
    kind.tell?.(tx, request.payload as never);
    if (verdict === 'approved') {
      await kind.apply(context, { id, subject: request.subject, payload: request.payload as never });
      if (!kind.takesRequest) await finishRequest(tx, id, request.kind);
    }
    audit({ action: DONE[verdict], subject: request.subject, detail: { kind: request.kind, request: id } });
    return {};
  };
