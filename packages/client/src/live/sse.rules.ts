/** The data of the events that are complete in `text`, and the rest that still waits for its end. One line of data per event. */
export function takeEvents(text: string): { events: string[]; rest: string } {
  const parts = text.split('\n\n');
  const rest = parts.pop() ?? '';
  const events = parts.flatMap((part) =>
    part.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice('data: '.length)] : [])),
  );
  return { events, rest };
}

const FIRST_MS = 1000;
const LONGEST_MS = 60_000;

/** How long to wait before the next attempt; `spread` (0 to 1) keeps a crowd from coming back in one moment. */
export function reconnectDelayMs(failures: number, spread: number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures, 10));
  return Math.round(full * (0.5 + spread / 2));
}
