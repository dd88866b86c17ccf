/** After so many failures of one message it is a dead letter, and the next one is sent. */
export const TRIES_MAX = 10;

/** Seconds until the next try, by the tries so far: together more than an hour, which a service may be down. */
const BACK_OFF = [5, 15, 30, 60, 120, 300, 600, 900, 1800] as const;
const BACK_OFF_MAX = 1800;

export const PAUSE_SECONDS_MIN = 5;
/** Short: members wait for the end of an outage. One message a minute costs a service that is down nothing. */
export const PAUSE_SECONDS_MAX = 60;
/** A service may ask for a longer pause, and no longer than this. */
export const PAUSE_ASKED_SECONDS_MAX = 300;

/** A service may ask for later, for one address too. */
export const backOffSeconds = (tries: number, asked = 0): number =>
  Math.max(BACK_OFF[tries - 1] ?? BACK_OFF_MAX, Math.min(asked, PAUSE_ASKED_SECONDS_MAX));

/** Addresses of so many members in a row that fail, without one success between them: not their messages are to blame but the service. */
export const FAILING_MEMBERS = 5;
