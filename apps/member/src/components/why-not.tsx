import type { CardUse } from '@holdfast/contract/calls';
import type { AppError } from '@holdfast/kernel';
import { useErrorText } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { Notice } from '@holdfast/ui';
import { Link } from '#platform/router/router-context.tsx';
import { screenAddress } from '#platform/router/routes.rules.ts';
import styles from './components.module.css';
import { formPartWords } from './form-parts.words.ts';
import { Refusal } from './refusal.tsx';

const IN_USE: ReadonlySet<string> = new Set(['BANK_CARD_IN_USE', 'PAY_ACCOUNT_IN_USE']);

const ROUTES = {
  order: ({ id }: CardUse) => screenAddress('/front-end-order', { orderId: id }),
  listing: () => screenAddress('/pendingOrder'),
} as const;

/** A refusal; one that says what uses the account leads there. */
export function WhyNot({ error }: { error: AppError | undefined }) {
  const say = useWords(formPartWords);
  const errorText = useErrorText();
  if (!error || !IN_USE.has(error.code)) return <Refusal error={error} />;
  return (
    <div role="alert">
      <Notice tone="refused">{errorText(error)}</Notice>
      <ul className={styles.uses}>
        {usesOf(error).map((use) => (
          <li key={`${use.kind} ${use.id}`}>
            <Link to={ROUTES[use.kind](use)}>{say(`use.${use.kind}`, { title: use.title })}</Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function usesOf({ data }: AppError): CardUse[] {
  const uses: unknown = data['uses'];
  return Array.isArray(uses) ? (uses as CardUse[]).filter(({ kind }) => Object.hasOwn(ROUTES, kind)) : [];
}
