import { useWords } from '@holdfast/client/i18n';
import { Button } from '@holdfast/ui';
import type { ReactNode } from 'react';
import styles from './components.module.css';
import { componentWords } from './components.words.ts';

/** The filters of a list; they apply when they are sent. `onClear`: left out where none of them is set. */
export function SearchForm({
  onSearch,
  onClear,
  children,
}: {
  onSearch: () => void;
  onClear?: (() => void) | undefined;
  children: ReactNode;
}) {
  const say = useWords(componentWords);
  return (
    <form
      role="search"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch();
      }}
    >
      <div className={styles.filters}>{children}</div>
      <div className={styles.actions}>
        <Button type="submit">{say('search')}</Button>
        {onClear && (
          <Button look="quiet" onClick={onClear}>
            {say('clear')}
          </Button>
        )}
      </div>
    </form>
  );
}
