export function JournalPanel(): null {
  return null;
}
