import type { OrderNotificationType } from '../notifications/types.ts';
import { actionOf, dutyOf, type ActionFacts } from './actions.ts';

/** How an order stands, as far as the text of a notice depends on it. */
type Standing = Pick<
  ActionFacts,
  'state' | 'request' | 'extensionCount' | 'extensionMinutes' | 'hasAskedTime'
>;

/** What a notice says of how its order stands, so that its text names only what its reader can do then. */
export function noticeFactsOf(
  type: OrderNotificationType,
  standing: Standing,
): { canExtend?: boolean; canAsk?: boolean; cancelAsked?: boolean; duty?: 'operator' } {
  if (type === 'orderAckCancel')
    return dutyOf(standing.state, standing.request) === 'operator' ? { duty: 'operator' } : {};
  if (type !== 'orderRemindExtend') return {};
  // Neither action opens or closes by the time of day, and either side may be the owner.
  const facts = { ...standing, isOwner: false, now: 0 };
  return {
    canExtend: actionOf('extend', { ...facts, role: 'payee' })?.open === true,
    canAsk: actionOf('ask-time', { ...facts, role: 'payer' })?.open === true,
    cancelAsked: standing.request === 'by-payee',
  };
}
