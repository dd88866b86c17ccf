import {
  BankIcon,
  BellIcon,
  Button,
  Card,
  ListRow,
  LockIcon,
  NextIcon,
  PhoneIcon,
  QuestionIcon,
  rowClass,
  RowIcon,
  RowList,
} from '@holdfast/ui';
import { useState } from 'react';
import { useRead } from '#platform/calls/queries.ts';
import { useWords } from '#platform/i18n/use-words.ts';
import { withOne } from '#platform/notices/notices.ts';
import { Link } from '#platform/router/router-context.tsx';
import { usePanelAddress } from '#platform/router/use-panel-address.ts';
import { useLock, useMemberData, useServices } from '#platform/services.tsx';
import { flag } from '#platform/storage/read.ts';
import { createStored } from '#platform/storage/stored.ts';
import { useHasCard } from './home.query.ts';
import styles from './home.module.css';
import { homeWords } from './home.words.ts';
import { openSteps, panelOf, type SetupStep } from './setup.rules.ts';

const ICONS = {
  phone: PhoneIcon,
  secret: LockIcon,
  card: BankIcon,
  pin: LockIcon,
  push: BellIcon,
  questions: QuestionIcon,
} as const;

/** What is still to be set up, as one list that can be put away, instead of being asked for again and again. */
export function Setup() {
  const say = useWords(homeWords);
  const { shared } = useServices();
  const [hidden] = useState(() => createStored({ area: shared, key: 'setupHidden', read: flag }));
  const [isHidden, setHidden] = useState(() => hidden.read() === true);
  const steps = useOpenSteps();
  if (isHidden || steps.length === 0) return null;
  return (
    <section className={styles.section}>
      <h2>{say('setup')}</h2>
      <Card flush>
        <RowList label={say('setup')}>
          {steps.map((step) => (
            <li key={step}>
              <Step step={step} />
            </li>
          ))}
        </RowList>
      </Card>
      {/* Whoever has no card yet cannot be paid, and without a transaction secret nothing can be done with the money: those stay. */}
      {!steps.includes('card') && !steps.includes('secret') && (
        <Button
          look="text"
          onClick={() => {
            hidden.write(true);
            setHidden(true);
          }}
        >
          {say('setupLater')}
        </Button>
      )}
    </section>
  );
}

function useOpenSteps(): readonly SetupStep[] {
  const { push } = useServices();
  const { isPinSet } = useLock();
  const hasCard = useHasCard();
  const secretForm = useRead('/member/account/permissions', {}).data?.secretForm;
  const questions = useRead(
    '/member/securityquestion/list',
    {},
    { isEnabled: panelOf('questions') !== undefined },
  );
  return openSteps({
    mobile: useMemberData()?.memberInfo?.mobile,
    hasSecret: secretForm && secretForm !== 'none',
    hasCard,
    isPinSet,
    hasPush: push && push.permission() === 'granted',
    hasQuestions: questions.data && questions.data.chosen.length > 0,
  });
}

const TEXTS = {
  phone: ['setupPhone', 'setupPhoneText'],
  secret: ['setupSecret', 'setupSecretText'],
  card: ['setupCard', 'setupCardText'],
  pin: ['setupPin', 'setupPinText'],
  push: ['setupPush', 'setupPushText'],
  questions: ['setupQuestions', 'setupQuestionsText'],
} as const;

function Step({ step }: { step: SetupStep }) {
  const say = useWords(homeWords);
  const { notices } = useServices();
  const panelAddress = usePanelAddress();
  const [title, note] = TEXTS[step];
  const Icon = ICONS[step];
  const body = (
    <ListRow.Body
      lead={
        <RowIcon>
          <Icon size={20} />
        </RowIcon>
      }
      title={say(title)}
      note={say(note)}
      end={<NextIcon size={18} />}
    />
  );
  const panel = panelOf(step);
  if (panel !== undefined)
    return (
      <Link to={panelAddress(panel)} className={rowClass}>
        {body}
      </Link>
    );
  return (
    <button
      type="button"
      className={rowClass}
      onClick={() =>
        notices.change(({ prompts }) => ({ prompts: withOne(prompts, 'notification-permission') }))
      }
    >
      {body}
    </button>
  );
}
