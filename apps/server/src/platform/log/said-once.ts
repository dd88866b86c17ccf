/** Long enough that a night of failing leaves a log that can be read, short enough that its end can be seen. */
const SAY_AGAIN_MS = 60_000;

/**
 * For work that is tried again many times a second: `say` runs when something fails for the first time, and then once a minute as long as it
 * fails in the same way. What differs in its subject or its message is another failure.
 */
export function createSaidOnce(nowMs: () => number = () => performance.now()) {
  const saidAt = new Map<string, number>();
  return (error: unknown, say: () => void, subject = ''): void => {
    const now = nowMs();
    for (const [key, at] of saidAt) if (now - at >= SAY_AGAIN_MS) saidAt.delete(key);
    const key = `${subject} ${error instanceof Error ? error.message : String(error)}`;
    if (saidAt.has(key)) return;
    saidAt.set(key, now);
    say();
  };
}
