import type { CallOutput } from '@holdfast/contract/calls';
import { isPhrase, PHRASE_LENGTH_MAX, phraseClauses } from '@holdfast/contract/rules';
import { Button, Card, Field, Notice, Panel, RuleTicks, Skeleton, stackClass } from '@holdfast/ui';
import { useState, type FormEvent } from 'react';
import { useRead, useRefresh } from '@holdfast/client/queries';
import { useAction } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { Link } from '#platform/router/router-context.tsx';
import { usePanelAddress } from '#platform/router/use-panel-address.ts';
import { useServices } from '#state/services.tsx';
import { ReadFailed } from '#components/read-failed.tsx';
import { Refusal } from '#components/refusal.tsx';
import { SECRET_ERRORS, useSecretSheet } from '#components/secret-sheet.tsx';
import { useToast } from '#components/toast.tsx';
import styles from './security.module.css';
import { securityWords } from './security.words.ts';

type Phrase = CallOutput<'/member/security/phrase'>['phrase'];

/** The phrase by which a member tells our mails from others that only look like them. */
export function PhrasePanel({ onClose }: { onClose: () => void }) {
  const say = useWords(securityWords);
  const read = useRead('/member/security/phrase', {});
  const { data, isError } = read;
  return (
    <Panel title={say('phrase')} onClose={onClose}>
      <div className={stackClass} aria-busy={!data && !isError}>
        <p className={styles.intro}>{say('phraseIntro')}</p>
        {isError && !data && <ReadFailed read={read} />}
        {!isError && !data && (
          <>
            <Skeleton height="5rem" />
            <Skeleton height="3.25rem" />
            <Skeleton height="3.25rem" />
          </>
        )}
        {data && <Form present={data.phrase} onDone={onClose} />}
      </div>
    </Panel>
  );
}

function Form({ present, onDone }: { present: Phrase; onDone: () => void }) {
  const say = useWords(securityWords);
  const [typed, setTyped] = useState('');
  /** What the secret is asked for: a phrase, or that there be none. */
  const [asked, setAsked] = useState<{ phrase?: string }>({});
  const save = useSave(asked, onDone);
  const { phrase } = asked;
  const purpose = phrase === undefined ? say('phraseRemove') : say('phrasePurpose', { phrase });
  const { refusal, sheet, ask } = useSecretSheet(save, purpose);
  const askFor = (change: typeof asked) => {
    setAsked(change);
    ask();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPhrase(typed)) askFor({ phrase: typed });
  };
  return (
    <>
      <form className={stackClass} onSubmit={submit} noValidate>
        <Sample phrase={typed === '' ? present : typed} />
        <NoMail />
        <Field
          label={say('phraseNew')}
          autoComplete="off"
          maxLength={PHRASE_LENGTH_MAX}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          hint={<RuleTicks rules={phraseClauses(typed)} textOf={(name) => say(`phrase.${name}`)} />}
          data-autofocus
        />
        <Refusal error={refusal} />
        <Button type="submit" block large disabled={!isPhrase(typed)}>
          {say('phraseSave')}
        </Button>
        {present !== null && (
          <Button look="text" onClick={() => askFor({})}>
            {say('phraseRemove')}
          </Button>
        )}
      </form>
      {sheet}
    </>
  );
}

function useSave(change: { phrase?: string }, onDone: () => void) {
  const say = useWords(securityWords);
  const { callApi } = useServices();
  const refresh = useRefresh();
  const showToast = useToast();
  return useAction(
    async (transpass: string) => {
      await callApi('/member/security/phrase-set', { input: change, transpass });
      refresh('/member/security/phrase');
      showToast(say(change.phrase === undefined ? 'phraseRemoved' : 'phraseDone'));
      onDone();
    },
    { shows: [...SECRET_ERRORS, 'PARAMETERS_INVALID', 'RATE_LIMITED'] },
  );
}

/** How the end of a mail will look: nobody has to imagine what to look for. */
function Sample({ phrase }: { phrase: Phrase }) {
  const say = useWords(securityWords);
  if (phrase === null) return null;
  return (
    <Card>
      <p className={styles.sampleText}>{say('phraseSample')}</p>
      <p className={styles.sample}>{phrase}</p>
    </Card>
  );
}

/** Without a mail address there is no mail to know by it. */
function NoMail() {
  const say = useWords(securityWords);
  const panelAddress = usePanelAddress();
  const mail = useRead('/member/account/permissions', {}).data?.mail;
  if (mail === undefined || mail === 'verified') return null;
  return (
    <Notice tone="held">
      {say('phraseNoMail')}{' '}
      <Link className={styles.inlineLink} to={panelAddress('contact')}>
        {say('phraseToMail')}
      </Link>
    </Notice>
  );
}
