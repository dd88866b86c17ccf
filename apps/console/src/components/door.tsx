import { BrandMark } from '@holdfast/ui';
import { useEffect, type ReactNode } from 'react';
import styles from './door.module.css';

export { styles as doorStyles };

/** The frame of what is shown to whoever is not signed in. */
export function Door({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · 穩付 Holdfast`;
  }, [title]);
  return (
    <main className={styles.door}>
      <header className={styles.head}>
        <BrandMark size={36} />
        <h1>{title}</h1>
        <p>{note}</p>
      </header>
      {children}
    </main>
  );
}
