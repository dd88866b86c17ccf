import {
  AvatarIcon,
  BankIcon,
  BellIcon,
  Button,
  Card,
  cx,
  ListRow,
  LockIcon,
  NextIcon,
  PhoneIcon,
  QuestionIcon,
  rowClass,
  RowIcon,
  RowList,
} from '@holdfast/ui';
import { doesRealNameRedirect } from '@holdfast/contract/member';
import { useState } from 'react';
import { useWords } from '@holdfast/client/i18n';
import { withOne } from '#state/notifications/notices.ts';
import { usePinLock, useServerStatus, useServices } from '#state/services.tsx';
import { PanelRow } from '#components/panel-row.tsx';
import { flag, createStored } from '@holdfast/client/storage';
import { isThere, useSetupReads } from './home.query.ts';
import styles from './home.module.css';
import { homeWords } from './home.words.ts';
import { openSteps, type SetupStep } from './setup.rules.ts';

/** How each step is said, and where it is done. Push has no panel: the browser asks. */
const STEPS = {
  phone: { icon: PhoneIcon, title: 'setupPhone', note: 'setupPhoneText', panel: 'contact' },
  secret: { icon: LockIcon, title: 'setupSecret', note: 'setupSecretText', panel: 'transaction-secret' },
  name: { icon: AvatarIcon, title: 'setupName', note: 'setupNameText', panel: 'real-name' },
  card: { icon: BankIcon, title: 'setupCard', note: 'setupCardText', panel: 'bank-cards' },
  pin: { icon: LockIcon, title: 'setupPin', note: 'setupPinText', panel: 'pin' },
  push: { icon: BellIcon, title: 'setupPush', note: 'setupPushText', panel: undefined },
  questions: { icon: QuestionIcon, title: 'setupQuestions', note: 'setupQuestionsText', panel: 'questions' },
} as const;

/** What is still to be set up, as one list that can be put away, instead of being asked for again and again. */
export function Setup({ mayBegin }: { mayBegin: boolean }) {
  const say = useWords(homeWords);
  const { shared } = useServices();
  const [hidden] = useState(() => createStored({ area: shared, key: 'setupHidden', read: flag }));
  const [isHidden, setHidden] = useState(() => hidden.read() === true);
  const steps = useOpenSteps(mayBegin && !isHidden);
  if (isHidden || !mayBegin || steps === undefined || steps.length === 0) return null;
  return (
    <section className={cx(styles.section, styles.setup)}>
      <h2>{say('setup')}</h2>
      <Card flush>
        <RowList label={say('setup')}>
          {steps.map((step) => (
            <Step key={step} step={step} />
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

/** Whether messages reach this device; undefined where they never can. */
function useHasPush(): boolean | undefined {
  const { push } = useServices();
  return push && push.permission() === 'granted';
}

/**
 * Asked for last: a browser has six connections to the server, and what is looked at first comes first. Undefined until all of it has
 * come, so that the list appears once and as a whole.
 */
function useOpenSteps(isEnabled: boolean): readonly SetupStep[] | undefined {
  const { isPinSet } = usePinLock();
  const hasPush = useHasPush();
  const checking = useServerStatus()?.features.realNameCheck === true;
  const reads = useSetupReads(isEnabled);
  const { info, permissions, cards, questions } = reads;
  if (!Object.values(reads).every(isThere)) return undefined;
  const secretForm = permissions.data?.secretForm;
  return openSteps({
    mobile: info.data?.mobile,
    hasSecret: secretForm && secretForm !== 'none',
    // Who waits for a review has done what there is to do.
    isNameSent:
      checking && info.data ? !doesRealNameRedirect(info.data.realNameStatus, { checking }) : undefined,
    hasCard: cards.data && cards.data.cards.length > 0,
    isPinSet,
    hasPush,
    hasQuestions: questions.data && questions.data.chosen.length > 0,
  });
}

function Step({ step }: { step: SetupStep }) {
  const say = useWords(homeWords);
  const { notices } = useServices();
  const { icon: Icon, title, note, panel } = STEPS[step];
  const row = {
    lead: (
      <RowIcon>
        <Icon size={20} />
      </RowIcon>
    ),
    title: say(title),
    note: say(note),
  };
  if (panel !== undefined) return <PanelRow panel={panel} {...row} />;
  return (
    <li>
      <button
        type="button"
        className={rowClass}
        onClick={() =>
          notices.change(({ prompts }) => ({ prompts: withOne(prompts, 'notification-permission') }))
        }
      >
        <ListRow.Body {...row} end={<NextIcon size={18} />} />
      </button>
    </li>
  );
}
