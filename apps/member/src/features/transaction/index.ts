export function TransactionScreen(): null {
  return null;
}
