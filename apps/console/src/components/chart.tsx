import { useWords } from '@holdfast/client/i18n';
import { cx } from '@holdfast/ui';
import { lazy, Suspense } from 'react';
import chartStyles from './chart.module.css';
import { componentWords } from './components.words.ts';
import styles from './components.module.css';
import type { HourChartProps } from './hour-chart.tsx';
import { useWhen } from './use-when.ts';

const HourChart = lazy(async () => ({ default: (await import('./hour-chart.tsx')).HourChart }));
/** Where nothing can be drawn, the table says it all. */
const CAN_DRAW = 'ResizeObserver' in globalThis;

/** Numbers by the hour: a picture, what its lines mean, and the same numbers as a table for whoever sees no picture. */
export function Chart({ label, hours, series }: HourChartProps) {
  const say = useWords(componentWords);
  const when = useWhen();
  return (
    <div className={chartStyles.chart}>
      <ul className={chartStyles.keys}>
        {series.map(({ name, tone, values }) => (
          <li key={name}>
            <span className={cx(chartStyles.swatch, chartStyles[tone])} aria-hidden />
            {name} <b>{values.reduce((sum, value) => sum + value, 0)}</b>
          </li>
        ))}
      </ul>
      {CAN_DRAW && (
        <Suspense fallback={<div className={chartStyles.plot} />}>
          <HourChart label={label} hours={hours} series={series} />
        </Suspense>
      )}
      <details className={chartStyles.more}>
        <summary>{say('asTable')}</summary>
        <div className={chartStyles.scroll} role="group" aria-label={label} tabIndex={0}>
          <table className={cx(styles.changes, styles.sums)} aria-label={label}>
            <thead>
              <tr>
                <th scope="col">{say('hour')}</th>
                {series.map(({ name }) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {hours
                .map((hour, index) => (
                  <tr key={hour}>
                    <th scope="row">{when(hour)}</th>
                    {series.map(({ name, values }) => (
                      <td key={name}>{values[index]}</td>
                    ))}
                  </tr>
                ))
                .toReversed()}
            </tbody>
          </table>
        </div>
      </details>
    </div>
  );
}
