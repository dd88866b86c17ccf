import styles from './unbroken.module.css';
import { splitUnbroken } from './unbroken.rules.ts';

/** A sentence in which no line ends between a number and its unit, between 請 and what it asks for, or in the name of a button. */
export function Unbroken({ children }: { children: string }) {
  return splitUnbroken(children).map(({ text, isUnbroken }, index) =>
    isUnbroken ? (
      // oxlint-disable-next-line react/no-array-index-key -- a piece is nothing but its place in the sentence
      <span key={index} className={styles.unbroken}>
        {text}
      </span>
    ) : (
      text
    ),
  );
}
