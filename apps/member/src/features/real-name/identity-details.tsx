import { IDENTITY_DOCUMENTS, type IdentityDetails as Details } from '@holdfast/contract/rules';
import { Card, Field, Segmented, stackClass } from '@holdfast/ui';
import { useWords } from '@holdfast/client/i18n';
import type { ReactNode } from 'react';
import type { IdentityField } from './identity-problems.ts';
import styles from './real-name.module.css';
import { realNameWords } from './real-name.words.ts';

interface IdentityDetailsProps {
  details: Details;
  onChange: (change: Partial<Details>) => void;
  /** Pictures that stay are of the document that they show. */
  mayChangeDocument: boolean;
  /** Why the details before were refused. */
  reason: ReactNode;
  errorOf: (field: IdentityField) => string | undefined;
  today: string;
}

/** What is written on the document. */
export function IdentityDetails(props: IdentityDetailsProps) {
  const { details, onChange, mayChangeDocument, reason, errorOf, today } = props;
  const say = useWords(realNameWords);
  const { document, realName, number, bornOn } = details;
  return (
    <Card>
      <div className={stackClass}>
        <h3>{say('details')}</h3>
        {reason}
        {mayChangeDocument ? (
          <Segmented
            stretch
            label={say('document')}
            value={document}
            onChange={(next) => onChange({ document: next })}
            options={IDENTITY_DOCUMENTS.map((value) => ({ value, label: say(`document.${value}`) }))}
          />
        ) : (
          <p className={styles.note}>
            {say(`document.${document}`)} · {say('keptDocument')}
          </p>
        )}
        <Field
          label={say('name')}
          autoComplete="name"
          value={realName}
          onChange={(event) => onChange({ realName: event.target.value })}
          hint={say('nameHint')}
          error={errorOf('name')}
        />
        <Field
          label={say('number')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={number}
          onChange={(event) => onChange({ number: event.target.value })}
          hint={say(`numberHint.${document}`)}
          error={errorOf('number')}
        />
        <Field
          label={say('bornOn')}
          type="date"
          autoComplete="bday"
          max={today}
          value={bornOn}
          onChange={(event) => onChange({ bornOn: event.target.value })}
          error={errorOf('bornOn')}
        />
      </div>
    </Card>
  );
}
