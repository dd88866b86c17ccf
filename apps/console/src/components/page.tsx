import { useEffect, useRef, type ReactNode } from 'react';
import styles from './components.module.css';

/** The frame of a screen: its title, which takes the focus when it is shown, what is said beside it, and what can be done. */
export function Page({
  title,
  note,
  actions,
  children,
}: {
  title: string;
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · 穩付 Holdfast`;
    heading.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <section className="console-page">
      <header className={styles.head}>
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {note && <div className={styles.note}>{note}</div>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </section>
  );
}
