import type { OrderDetail } from '@holdfast/contract/calls';
import { AllowSheet } from './allow-cancel-sheet.tsx';
import { AskSheet } from './ask-cancel-sheet.tsx';
import { DenySheet } from './deny-cancel-sheet.tsx';
import type { RequestAct } from './request-card.tsx';

/** The sheet of an act. The room shows it as long as the server still allows the act. */
export function RequestSheet({
  act,
  order,
  onClose,
}: {
  act: RequestAct;
  order: OrderDetail;
  onClose: () => void;
}) {
  if (act === 'request-cancel') return <AskSheet order={order} onClose={onClose} />;
  if (act === 'allow-cancel') return <AllowSheet order={order} onClose={onClose} />;
  return <DenySheet order={order} onClose={onClose} />;
}
