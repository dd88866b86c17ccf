import type { Log } from '#platform/log/log.ts';
import { createLogThrottle } from '#platform/log/log-throttle.ts';
import type { MetricName, Metrics } from './metrics.ts';

type Labels = Readonly<Record<string, string>>;

/** So many events of one kind in a minute are a flood. A busy product stays below, somebody who guesses or floods does not. */
const FLOOD_PER_MINUTE = 300;
const MINUTE_MS = 60_000;

/** What an alarm is about; docs/operating/run.md says what each means. */
export const ALARM_KINDS = [
  'calls of a limit',
  'codes: breaker',
  'codes: withheld',
  'console: code brake',
  'console: invitation refused',
  'console: sign-in refused',
  'exchanges of a network',
  'exchanges: queue full',
  'flood',
  'registration: blocked',
  'sign-in: brake',
  'sign-in: delay',
  'transaction secret: locked',
] as const;
export type AlarmKind = (typeof ALARM_KINDS)[number];

/** Sees attacks: counts events by kind for `/metrics`, and warns in the log, once a minute for each kind and each `of`. */
export interface Watch {
  /** Counts an ordinary event. */
  count(metric: MetricName, labels: Labels): void;
  /** Counts a refusal, or what strangers ask for. Too many of one kind in a minute are an alarm. */
  suspect(metric: MetricName, labels: Labels): void;
  /** Something of `kind` was used up, braked or blocked. `fields` say where: ids and networks, never an account or an address. */
  alarm(kind: AlarmKind, fields?: Labels): void;
}

/** What one process tells another of what it has seen. */
export type Seen =
  | { readonly as: 'count' | 'suspect'; readonly what: MetricName; readonly labels: Labels }
  | { readonly as: 'alarm'; readonly what: AlarmKind; readonly labels: Labels };

/** Of a process that tells another one: a flood over several of them is below the limit of each, and one alarm is one line of the log. */
export function forwardedWatch(tell: (seen: Seen) => void): Watch {
  return {
    count: (what, labels) => tell({ as: 'count', what, labels }),
    suspect: (what, labels) => tell({ as: 'suspect', what, labels }),
    alarm: (what, labels = {}) => tell({ as: 'alarm', what, labels }),
  };
}

/** Sees what another process has told of. */
export function hearSeen(watch: Watch, seen: Seen): void {
  if (seen.as === 'alarm') watch.alarm(seen.what, seen.labels);
  else watch[seen.as](seen.what, seen.labels);
}

export function createWatch(
  { metrics, log }: { metrics: Pick<Metrics, 'count'>; log: Pick<Log, 'warn'> },
  nowMs: () => number = () => performance.now(),
): Watch {
  const throttle = createLogThrottle(nowMs);
  let startedAt = nowMs();
  const ofThisMinute = new Map<string, number>();

  const alarm: Watch['alarm'] = (kind, fields = {}) => {
    metrics.count('holdfast_alarms_total', { kind });
    throttle(`${kind} ${fields['of'] ?? ''}`, () => log.warn({ kind, ...fields }, 'a defence is at work'));
  };
  return {
    alarm,
    count: (metric, labels) => metrics.count(metric, labels),
    suspect(metric, labels) {
      metrics.count(metric, labels);
      if (nowMs() - startedAt >= MINUTE_MS) {
        startedAt = nowMs();
        ofThisMinute.clear();
      }
      const of = [metric, ...Object.values(labels)].join(' ');
      const seen = (ofThisMinute.get(of) ?? 0) + 1;
      ofThisMinute.set(of, seen);
      if (seen === FLOOD_PER_MINUTE) alarm('flood', { of });
    },
  };
}
