import { isAboutOrder, isOrderNotificationType } from '@holdfast/contract/notifications';
import { keysOf, type Database } from '#platform/db/db.ts';

/**
 * Under which name a newer message replaces an older one that still waits at a push service. A state of an order replaces an earlier state of it;
 * what says no state (somebody wrote, an outage gave time back) replaces only its own kind, as among the dialogs that wait
 * (`last-words.rules.ts` of the member app): else the other side could take "your turn" off a phone that is off, by writing a line. The service can
 * read it, so it is a keyed hash.
 */
export function topicOf(
  db: Database,
  { type, extra }: { readonly type: string; readonly extra: Readonly<Record<string, unknown>> },
): string | undefined {
  const { orderId } = extra;
  if (!isAboutOrder(type) || typeof orderId !== 'string') return undefined;
  const superseded = isOrderNotificationType(type) ? orderId : `${orderId} ${type}`;
  return keysOf(db).identify('push-topic', superseded).toString('base64url').slice(0, 32);
}
