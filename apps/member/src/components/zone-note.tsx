import { cx } from '@holdfast/ui';
import { useWords } from '@holdfast/client/i18n';
import { placeAndZoneWords } from './place-and-zone.words.ts';
import styles from './components.module.css';

/** Which clock the times of a screen or a dialog are on. Whoever is abroad would otherwise read a deadline by their own. */
export function ZoneNote({ isCentered = false }: { isCentered?: boolean }) {
  const say = useWords(placeAndZoneWords);
  return <p className={cx(styles.zone, isCentered && styles.isCentered)}>{say('zone')}</p>;
}

/** A time with its zone, for a sentence that stands alone. */
export function useZoned(): (time: string) => string {
  const say = useWords(placeAndZoneWords);
  return (time) => say('zoned', { time });
}
