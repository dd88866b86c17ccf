export function HomeScreen(): null {
  return null;
}
