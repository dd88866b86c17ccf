export function BankCardsPanel(): null {
  return null;
}
