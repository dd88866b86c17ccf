import { PAY_METHODS, type PayMethod } from '@holdfast/contract/rules';
import { Checkbox, Chips, ChipSet } from '@holdfast/ui';
import { flag, listOf, oneOf, recordOf, text, withDefault } from '@holdfast/client/storage';
import { useWords } from '@holdfast/client/i18n';
import { useFormDraft } from '#state/drafts/use-form-draft.ts';
import { usePayMethodName } from '#components/pay-method.tsx';
import styles from './market.module.css';
import type { Doing } from './doing.rules.ts';
import { marketWords } from './market.words.ts';

/** What one looks for besides coin and amount. Remembered, so that the next visit begins with it. */
export interface Filters {
  readonly methods: readonly PayMethod[];
  /** '0': of any level. */
  readonly levelMin: string;
  readonly isFavouritesOnly: boolean;
}

const NO_FILTERS: Filters = { methods: [], levelMin: '0', isFavouritesOnly: false };
const LEVELS = ['0', '1', '2', '3'];

const read = recordOf<Filters>({
  methods: listOf(oneOf(PAY_METHODS)),
  levelMin: withDefault(text, '0'),
  isFavouritesOnly: withDefault(flag, false),
});

export function useFilters() {
  const [filters, setFilters, forget] = useFormDraft<Filters>('market filters', {
    read,
    initial: NO_FILTERS,
  });
  const { methods, levelMin, isFavouritesOnly } = filters;
  return {
    filters,
    setFilters,
    /** Shows everything again; undefined where everything is shown. */
    clear: methods.length > 0 || levelMin !== '0' || isFavouritesOnly ? forget : undefined,
  };
}

export function MarketFilters({
  doing,
  filters,
  onChange,
}: {
  doing: Doing;
  filters: Filters;
  onChange: (filters: Filters) => void;
}) {
  const say = useWords(marketWords);
  const methodName = usePayMethodName();
  return (
    <>
      <ChipSet
        label={say(`methods.${doing}`)}
        values={filters.methods}
        onChange={(methods) => onChange({ ...filters, methods })}
        options={PAY_METHODS.map((value) => ({ value, label: methodName(value) }))}
      />
      <details className={styles.sorting} open={filters.levelMin !== '0' || filters.isFavouritesOnly}>
        <summary className={styles.safety}>{say('moreFilters')}</summary>
        <Chips
          label={say(`levelMin.${doing}`)}
          value={filters.levelMin}
          onChange={(levelMin) => onChange({ ...filters, levelMin })}
          options={LEVELS.map((value) => ({
            value,
            label: value === '0' ? say('anyLevel') : say('levelAt', { level: value }),
          }))}
        />
        <Checkbox
          label={say('favouritesOnly')}
          checked={filters.isFavouritesOnly}
          onChange={(event) => onChange({ ...filters, isFavouritesOnly: event.target.checked })}
        />
      </details>
    </>
  );
}
