/** Numbers about this process, as Prometheus reads them. */
export interface Metrics {
  /** Sets a gauge. */
  set(name: string, value: number, labels?: Readonly<Record<string, string>>): void;
  /** Adds to a counter. */
  count(name: string, labels?: Readonly<Record<string, string>>, by?: number): void;
  /** All of them in the text format, version 0.0.4. */
  text(): string;
}

export type MetricName = keyof typeof KNOWN;

/** What each metric is: its type and one line of help. A name that is not here is a mistake. */
const KNOWN = {
  holdfast_ledger_findings: [
    'gauge',
    'What the last whole nightly reconciliation found wrong in the ledger, and what was found since.',
  ],
  holdfast_alarms_total: ['counter', 'Budgets, brakes and floods that the log was warned of, by kind.'],
  holdfast_codes_total: ['counter', 'One-time codes asked for, by who asks and whether one was sent.'],
  holdfast_dead_letters: ['gauge', 'Messages that could not be sent and wait for an operator, by carrier.'],
  holdfast_deliveries_total: ['counter', 'Tries to send a message by a carrier, by what came of them.'],
  holdfast_exchanges_total: ['counter', 'Key exchanges, by their end.'],
  holdfast_failing_lanes: ['gauge', 'Push services that do not work and are paused, by carrier.'],
  holdfast_outbox_lag_seconds: [
    'gauge',
    'How long the oldest hint waits for the relay (carrier="streams"), and the oldest message for each carrier.',
  ],
  holdfast_password_hashes_total: ['counter', 'Passwords and secrets hashed, for members and for anyone.'],
  holdfast_refusals_total: ['counter', 'Calls that were refused, by error code.'],
  holdfast_sign_in_attempts_total: ['counter', 'Passwords given, by what came of them.'],
  holdfast_ledger_reconciled_timestamp_seconds: [
    'gauge',
    'When the last nightly reconciliation ended; 0 if none has.',
  ],
} as const satisfies Readonly<Record<string, readonly ['gauge' | 'counter', string]>>;

export const METRIC_NAMES = Object.keys(KNOWN) as readonly MetricName[];

const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

export function createMetrics(): Metrics {
  const values = new Map<string, Map<string, number>>();
  const valuesOf = (name: string): Map<string, number> => {
    if (!(name in KNOWN)) throw new Error(`${name} is no known metric`);
    const known = values.get(name) ?? new Map<string, number>();
    values.set(name, known);
    return known;
  };
  const seriesOf = (labels: Readonly<Record<string, string>>): string => {
    const pairs = Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return pairs.length === 0
      ? ''
      : `{${pairs.map(([label, value]) => `${label}="${escaped(value)}"`).join(',')}}`;
  };
  return {
    set(name, value, labels = {}) {
      valuesOf(name).set(seriesOf(labels), value);
    },
    count(name, labels = {}, by = 1) {
      const series = seriesOf(labels);
      const known = valuesOf(name);
      known.set(series, (known.get(series) ?? 0) + by);
    },
    text: () =>
      Object.entries(KNOWN)
        .flatMap(([name, [type, help]]) => {
          const series = [...(values.get(name) ?? [])];
          if (series.length === 0) return [];
          return [
            `# HELP ${name} ${help}`,
            `# TYPE ${name} ${type}`,
            ...series.map(([labels, value]) => `${name}${labels} ${value}`),
          ];
        })
        .map((line) => `${line}\n`)
        .join(''),
  };
}
