import { isAboutOrder } from '@holdfast/contract/notifications';
import { keysOf, type Database } from '#platform/db/db.ts';

/**
 * Under which name a newer message replaces an older one that still waits at a push service: the order that both are about. The service can
 * read it, so it is a keyed hash.
 */
export function topicOf(
  db: Database,
  { type, extra }: { readonly type: string; readonly extra: Readonly<Record<string, unknown>> },
): string | undefined {
  const { orderId } = extra;
  if (!isAboutOrder(type) || typeof orderId !== 'string') return undefined;
  return keysOf(db).identify('push-topic', orderId).toString('base64url').slice(0, 32);
}
