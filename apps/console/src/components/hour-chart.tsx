import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { clockTime, TIME_ZONE, useLanguage } from '@holdfast/client/i18n';
import { useEffect, useRef } from 'react';
import styles from './chart.module.css';

export type ChartTone = 'free' | 'refused';

export interface HourChartProps {
  /** What a screen reader says of the picture; the numbers stand in a table beside it. */
  readonly label: string;
  readonly hours: readonly string[];
  readonly series: readonly {
    readonly name: string;
    readonly tone: ChartTone;
    readonly values: readonly number[];
  }[];
}

const HEIGHT = 160;
const SECOND_MS = 1000;

/** The colours as they are now: a canvas knows no custom properties, so an element that has each of them is asked. */
const colourOf = (host: HTMLElement, className: string | undefined): string => {
  const probe = document.createElement('span');
  if (className !== undefined) probe.className = className;
  host.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
};

/** Lines over the hours. Its code is loaded when the first one is shown. */
export function HourChart({ label, hours, series }: HourChartProps) {
  const language = useLanguage();
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    const axis = {
      stroke: () => colourOf(element, styles.axis),
      grid: { stroke: () => colourOf(element, styles.grid), width: 1 },
      ticks: { show: false },
    };
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        cursor: { show: false },
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * SECOND_MS), TIME_ZONE),
        axes: [
          {
            ...axis,
            size: 30,
            values: (_, times) =>
              times.map((time) => clockTime(new Date(time * SECOND_MS).toISOString(), language)),
          },
          { ...axis, size: 44 },
        ],
        scales: { y: { range: (_, __, most) => [0, Math.max(4, Math.ceil(most * 1.1))] } },
        series: [
          {},
          ...series.map(({ tone }) => ({
            stroke: () => colourOf(element, styles[tone]),
            width: 2,
            points: { show: false },
            // Told apart without colours too.
            ...(tone === 'refused' && { dash: [6, 4] }),
          })),
        ],
      },
      [hours.map((hour) => Date.parse(hour) / SECOND_MS), ...series.map(({ values }) => [...values])],
      element,
    );
    const redraw = () => plot.redraw();
    const sizes = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    sizes.observe(element);
    const theme = matchMedia('(prefers-color-scheme: dark)');
    theme.addEventListener('change', redraw);
    const classes = new MutationObserver(redraw);
    classes.observe(document.documentElement, { attributeFilter: ['class'] });
    return () => {
      sizes.disconnect();
      classes.disconnect();
      theme.removeEventListener('change', redraw);
      plot.destroy();
    };
  }, [hours, series, language]);
  return <div ref={host} className={styles.plot} role="img" aria-label={label} />;
}
