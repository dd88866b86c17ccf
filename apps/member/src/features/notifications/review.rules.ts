import type { NotificationRule } from '@holdfast/contract/notifications';

/** What a review's result says of the member, as far as it says it. It is shown, and never trusted: the server decides each time. */
export interface Review {
  readonly platformBinding?: boolean;
  readonly bankCardStatus?: string;
}

/** Reads it off the extra data. A push carries texts, an inbox row may carry booleans; what is missing changes nothing. */
export function reviewOf(
  onShow: NotificationRule['onShow'],
  extra: Readonly<Record<string, unknown>>,
): Review | undefined {
  if (onShow === 'store-platform-binding') {
    const success = extra['reviewSuccess'];
    if (success === true || success === 'true') return { platformBinding: true };
    return success === false || success === 'false' ? { platformBinding: false } : undefined;
  }
  const status = extra['bankCardStatus'];
  return onShow === 'store-bank-card-status' && typeof status === 'string'
    ? { bankCardStatus: status }
    : undefined;
}
