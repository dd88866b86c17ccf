import { Button, Chips, Field } from '@holdfast/ui';
import { useState } from 'react';
import { oneOf, recordOf, text } from '@holdfast/client/storage';
import { useWords } from '@holdfast/client/i18n';
import { useFormDraft } from '#state/drafts/use-form-draft.ts';
import { ANY, COIN_CHOICES, DID_CHOICES, isBackwards, type OrderFilters } from './order-filters.rules.ts';
import { orderFilterWords } from './order-filters.words.ts';
import styles from './order-filters.module.css';

const NO_FILTERS: OrderFilters = { coin: ANY, did: ANY, from: '', to: '', search: '' };

const read = recordOf<OrderFilters>({
  coin: oneOf(COIN_CHOICES),
  did: oneOf(DID_CHOICES),
  from: text,
  to: text,
  search: text,
});

export function useOrderFilters() {
  const [filters, setFilters, clear] = useFormDraft('order filters', { read, initial: NO_FILTERS });
  const count = Object.values(filters).filter((value: string) => value.trim() !== '').length;
  return { filters, setFilters, clear, count };
}

export function OrderFilterForm({ filters, setFilters, clear, count }: ReturnType<typeof useOrderFilters>) {
  const say = useWords(orderFilterWords);
  const [isOpen, setOpen] = useState(count > 0);
  const put = (change: Partial<OrderFilters>) => setFilters({ ...filters, ...change });
  return (
    <details className={styles.filters} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>
        {count === 0 ? say('title') : say('titleSome', { count: String(count) })}
      </summary>
      <div className={styles.fields}>
        <Field
          label={say('search')}
          hint={say('searchHint')}
          type="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          value={filters.search}
          onChange={(event) => put({ search: event.target.value })}
        />
        <Chips
          label={say('coin')}
          value={filters.coin}
          onChange={(coin) => put({ coin })}
          options={COIN_CHOICES.map((value) => ({ value, label: value === ANY ? say('anyCoin') : value }))}
        />
        <Chips
          label={say('did')}
          value={filters.did}
          onChange={(did) => put({ did })}
          options={DID_CHOICES.map((value) => ({ value, label: say(value === ANY ? 'anyDid' : value) }))}
        />
        <div className={styles.days}>
          <Field
            label={say('from')}
            type="date"
            value={filters.from}
            error={isBackwards(filters) ? say('wrongDays') : undefined}
            onChange={(event) => put({ from: event.target.value })}
          />
          <Field
            label={say('to')}
            type="date"
            value={filters.to}
            onChange={(event) => put({ to: event.target.value })}
          />
        </div>
        {count > 0 && (
          <Button look="quiet" onClick={clear}>
            {say('clear')}
          </Button>
        )}
      </div>
    </details>
  );
}
