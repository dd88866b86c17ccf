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
  /** Only of who is here now and lets others see it. */
  readonly isHereOnly: boolean;
  /** By the rule that members are told, or by the best price alone. */
  readonly sort: Sort;
}

const SORTS = ['rule', 'price'] as const;
type Sort = (typeof SORTS)[number];

const NO_FILTERS: Filters = {
  methods: [],
  levelMin: '0',
  isFavouritesOnly: false,
  isHereOnly: false,
  sort: 'rule',
};
const LEVELS = ['0', '1', '2', '3'];

const read = recordOf<Filters>({
  methods: listOf(oneOf(PAY_METHODS)),
  levelMin: withDefault(text, '0'),
  isFavouritesOnly: withDefault(flag, false),
  isHereOnly: withDefault(flag, false),
  sort: withDefault(oneOf(SORTS), 'rule'),
});

export function useFilters() {
  const [filters, setFilters] = useFormDraft<Filters>('market filters', {
    read,
    initial: NO_FILTERS,
  });
  const { methods, levelMin, isFavouritesOnly, isHereOnly, sort } = filters;
  const isNarrowed = methods.length > 0 || levelMin !== '0' || isFavouritesOnly || isHereOnly;
  return {
    filters,
    setFilters,
    /** Shows everything again, in the same order; undefined where everything is shown. */
    clear: isNarrowed ? () => setFilters({ ...NO_FILTERS, sort }) : undefined,
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
      <Checkbox
        label={say(`hereOnly.${doing}`)}
        checked={filters.isHereOnly}
        onChange={(event) => onChange({ ...filters, isHereOnly: event.target.checked })}
      />
      <details
        className={styles.sorting}
        open={filters.levelMin !== '0' || filters.isFavouritesOnly || filters.sort !== 'rule'}
      >
        <summary className={styles.safety}>{say('moreFilters')}</summary>
        <div className={styles.choice}>
          <p aria-hidden>{say('sort')}</p>
          <Chips
            label={say('sort')}
            value={filters.sort}
            onChange={(sort) => onChange({ ...filters, sort })}
            options={SORTS.map((value) => ({ value, label: say(`sort.${value}`) }))}
          />
        </div>
        <div className={styles.choice}>
          <p aria-hidden>{say(`levelMin.${doing}`)}</p>
          <Chips
            label={say(`levelMin.${doing}`)}
            value={filters.levelMin}
            onChange={(levelMin) => onChange({ ...filters, levelMin })}
            options={LEVELS.map((value) => ({
              value,
              label: value === '0' ? say('anyLevel') : say('levelAt', { level: value }),
            }))}
          />
        </div>
        <Checkbox
          label={say('favouritesOnly')}
          checked={filters.isFavouritesOnly}
          onChange={(event) => onChange({ ...filters, isFavouritesOnly: event.target.checked })}
        />
      </details>
    </>
  );
}
