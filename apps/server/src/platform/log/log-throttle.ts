const INTERVAL_MS = 60_000;

/**
 * Throttles log lines of work that is retried many times a second: `write` runs at the first failure and then once a minute while the
 * same failure goes on. A failure with another subject or message is another failure.
 */
export function createLogThrottle(nowMs: () => number = () => performance.now()) {
  const writtenAt = new Map<string, number>();
  return (error: unknown, write: () => void, subject = ''): void => {
    const now = nowMs();
    for (const [key, at] of writtenAt) if (now - at >= INTERVAL_MS) writtenAt.delete(key);
    const key = `${subject} ${error instanceof Error ? error.message : String(error)}`;
    if (writtenAt.has(key)) return;
    writtenAt.set(key, now);
    write();
  };
}
