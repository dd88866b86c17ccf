export function OrderScreen(): null {
  return null;
}
