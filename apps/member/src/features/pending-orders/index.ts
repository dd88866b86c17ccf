export function PendingOrdersScreen(): null {
  return null;
}
export function CreateListingPanel(): null {
  return null;
}
