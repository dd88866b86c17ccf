import type { CallOutput } from '@holdfast/contract/calls';
import { inLanguage, useLanguage, useWords } from '@holdfast/client/i18n';
import { useRead } from '@holdfast/client/queries';
import { ORDER_STATE_INFO } from '@holdfast/contract/orders';
import { Button, Card, EmptyState, Field, formatMoney } from '@holdfast/ui';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { componentWords } from '#components/components.words.ts';
import componentStyles from '#components/components.module.css';
import { LongTable, type Column } from '#components/long-table.tsx';
import { ReadState } from '#components/read-state.tsx';
import { useWhen } from '#components/use-when.ts';
import { caseWords } from './cases.words.ts';

type Row = CallOutput<'/operator/case/find'>['items'][number];

/** Looks for an order that nobody complains about, or that is over. */
export function FindForm({ find = '' }: { find: string | undefined }) {
  const say = useWords(caseWords);
  const sayShared = useWords(componentWords);
  const navigate = useNavigate();
  const [typed, setTyped] = useState(find);
  const go = (text: string) => void navigate({ to: '/cases', search: text === '' ? {} : { find: text } });
  return (
    <form
      role="search"
      className={componentStyles.searchOne}
      onSubmit={(event) => {
        event.preventDefault();
        go(typed.trim());
      }}
    >
      <Field
        label={say('find')}
        hint={say('findHint')}
        value={typed}
        maxLength={64}
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className={componentStyles.actions}>
        <Button look="quiet" type="submit">
          {sayShared('search')}
        </Button>
        {find !== '' && (
          <Button
            look="text"
            onClick={() => {
              setTyped('');
              go('');
            }}
          >
            {sayShared('clear')}
          </Button>
        )}
      </div>
    </form>
  );
}

function useColumns(): readonly Column<Row>[] {
  const say = useWords(caseWords);
  const language = useLanguage();
  const when = useWhen();
  return useMemo(
    () => [
      {
        name: say('order'),
        cell: ({ orderId, serialNo }: Row) => (
          <Link to="/case" search={{ order: orderId }} className={componentStyles.rowLink}>
            {serialNo}
          </Link>
        ),
      },
      { name: say('state'), cell: ({ state }: Row) => inLanguage(ORDER_STATE_INFO[state], language) },
      {
        name: say('amount'),
        cell: ({ quantity, coin }: Row) => (
          <span className={componentStyles.short}>{`${formatMoney(quantity)} ${coin}`}</span>
        ),
      },
      { name: say('parties'), cell: ({ payer, payee }: Row) => `${payer} → ${payee}` },
      { name: say('lockedAt'), isExtra: true, cell: ({ lockedAt }: Row) => when(lockedAt) },
    ],
    [say, language, when],
  );
}

export function Found({ search }: { search: string }) {
  const say = useWords(caseWords);
  const read = useRead('/operator/case/find', { input: { search } });
  const columns = useColumns();
  return (
    <ReadState read={read}>
      {({ items }) =>
        items.length === 0 ? (
          <Card>
            <EmptyState title={say('foundNone')} />
          </Card>
        ) : (
          <LongTable label={say('found')} columns={columns} rows={items} keyOf={({ orderId }) => orderId} />
        )
      }
    </ReadState>
  );
}
