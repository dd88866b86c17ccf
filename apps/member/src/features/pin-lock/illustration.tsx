import styles from './pin-lock.module.css';

/** A rope made fast round two posts, and on it a lock: nothing moves until its owner comes back. Decoration beside the words. */
export function PinLockIllustration() {
  return (
    <svg className={styles.picture} viewBox="0 0 240 200" fill="none" aria-hidden>
      <ellipse cx="120" cy="180" rx="104" ry="12" className={styles.ground} />
      <g className={styles.post}>
        <rect x="40" y="58" width="36" height="122" rx="14" />
        <rect x="164" y="58" width="36" height="122" rx="14" />
      </g>
      <g className={styles.cap}>
        <rect x="34" y="46" width="48" height="22" rx="11" />
        <rect x="158" y="46" width="48" height="22" rx="11" />
      </g>
      <g className={styles.rope}>
        <path d="M36 96c14 9 30 9 44 0M36 110c14 9 30 9 44 0M160 96c14 9 30 9 44 0M160 110c14 9 30 9 44 0" />
        <path d="M80 102c14 0 22 8 28 18M160 102c-14 0-22 8-28 18" />
        <path d="M36 124c-8 12-14 18-24 22M204 124c8 12 14 18 24 22" />
      </g>
      <path className={styles.shackle} d="M104 124v-12a16 16 0 0 1 32 0v12" />
      <rect className={styles.body} x="92" y="120" width="56" height="48" rx="14" />
      <circle className={styles.hole} cx="120" cy="139" r="6" />
      <path className={styles.keyway} d="M120 142v11" />
    </svg>
  );
}
