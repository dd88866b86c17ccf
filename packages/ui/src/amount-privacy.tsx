import { createContext, use, type ReactNode } from 'react';

const PrivacyContext = createContext(false);

/** Everything below hides the member's own amounts (`own`); what an order asks to pay stays readable. */
export function AmountPrivacy({ isHidden, children }: { isHidden: boolean; children: ReactNode }) {
  return <PrivacyContext value={isHidden}>{children}</PrivacyContext>;
}

export function useIsAmountHidden(): boolean {
  return use(PrivacyContext);
}
