/** What is left of a deadline, whole seconds rounded up, so that `0:00` shows only when the time is over. Never negative. */
export function secondsLeft(deadlineMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((deadlineMs - nowMs) / 1000));
}

/** `14:36`, `1:02:09`; a day and more counts in hours. */
export function formatLeft(seconds: number): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = pad(seconds % 60);
  return hours > 0 ? `${hours}:${pad(minutes)}:${rest}` : `${pad(minutes)}:${rest}`;
}

/** The minutes at which a screen reader is told, and nothing between: a timer that speaks each second drowns the page. */
const ANNOUNCED_MINUTES = [1, 5] as const;

/**
 * What has to be announced: the smallest announced minute that the time left has fallen below, or 0 when it is over; undefined
 * while more than five minutes are left. It changes only when there is something new to say.
 */
export function announcedMinute(seconds: number): number | undefined {
  if (seconds === 0) return 0;
  return ANNOUNCED_MINUTES.find((minutes) => seconds <= minutes * 60);
}

/** The part of the time between `sinceMs` and the deadline that is left, 0 to 1. */
export function shareLeft(sinceMs: number, deadlineMs: number, nowMs: number): number {
  if (deadlineMs <= sinceMs) return 0;
  return Math.min(1, Math.max(0, (deadlineMs - nowMs) / (deadlineMs - sinceMs)));
}
