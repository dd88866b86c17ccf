import type { RequestChange } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { REQUEST_HOURS, type RequestKindName } from '@holdfast/contract/operators';
import type { Tx } from '#platform/db/db.ts';
import type { OperatorContext } from '#platform/gateway/call-table.ts';
import { insertRequest } from './request.store.ts';

/**
 * One kind of thing that two people do; without a type argument, one whose payload only it knows. How to add one from another slice:
 *   1. a line in `REQUEST_KINDS` of the contract: what it is called, who decides;
 *   2. an object of this type in the slice, handed to `operatorCalls({ kinds: [...] })` in `roles/gateway.ts`;
 *   3. the slice's own call ends with `askForRequest(context, kind, { subject, payload, reason })` instead of doing it.
 * Listing, deciding, withdrawing, expiry, staleness, audit and the console's screen are done here.
 */
export interface RequestKind<Payload = never> {
  readonly kind: RequestKindName;
  /**
   * What would change if it were done now, as two people read it. It is stored with the request, and compared at the decision: where it is
   * another, the request is stale. `locks`: take the row locks of what it rests on.
   */
  readonly changesOf: (tx: Tx, payload: Payload, options: { locks: boolean }) => Promise<RequestChange[]>;
  /** Does it, in the transaction of the approval. */
  readonly apply: (
    context: Pick<OperatorContext, 'tx' | 'now' | 'operator'>,
    request: { readonly id: string; readonly subject: string; readonly payload: Payload },
  ) => Promise<void>;
  /** After it was asked, and after a decision: tells the screens that show that it waits. */
  readonly tell?: (tx: Tx, payload: Payload) => void;
  /** `apply` has the database take the request itself. */
  readonly takesRequest?: boolean;
}

const isChange = ({ before, after }: RequestChange): boolean => before !== after;

export async function askForRequest<Payload>(
  { tx, operator, audit }: Pick<OperatorContext, 'tx' | 'operator' | 'audit'>,
  { kind, changesOf, tell }: RequestKind<Payload>,
  { subject, payload, reason }: { subject: string; payload: Payload; reason: string },
): Promise<{ requestId: string }> {
  const changes = await changesOf(tx, payload, { locks: false });
  if (!changes.some(isChange)) throw fail('NOTHING_CHANGES');
  const requestId = await insertRequest(tx, operator, {
    kind,
    subject,
    payload,
    changes,
    reason,
    hours: REQUEST_HOURS,
  });
  tell?.(tx, payload);
  audit({ action: 'request-asked', subject, detail: { kind, request: requestId } });
  return { requestId };
}
