import { AddIcon, PhoneIcon, ShareIcon } from '@holdfast/ui';
import { useWords } from '@holdfast/client/i18n';
import { promptTextFor, type PushPromptText } from '#state/notifications/permission.rules.ts';
import { useServices } from '#state/services.tsx';
import styles from './components.module.css';
import { pushTextWords } from './push-text.words.ts';

/** What somebody has to do here to get notifications; read anew at each drawing, since the browser tells nobody when it changes. */
export function usePushPromptText(): PushPromptText {
  const { push } = useServices();
  return promptTextFor({
    userAgent: navigator.userAgent,
    needsHomeScreen: push?.needsHomeScreen ?? false,
    permission: push?.permission() ?? 'default',
  });
}

const SENTENCES = { computer: 'computer', phone: 'phone', 'phone-denied': 'phoneDenied' } as const;
const STEPS = [
  [ShareIcon, 'share'],
  [AddIcon, 'add'],
  [PhoneIcon, 'openIt'],
] as const;

/** How to subscribe, on this kind of device. An iPhone needs steps, each with the sign that has to be found. */
export function PushText({ kind }: { kind: PushPromptText }) {
  const say = useWords(pushTextWords);
  if (kind !== 'home-screen') return <p>{say(SENTENCES[kind])}</p>;
  return (
    <>
      <p>{say('homeScreen')}</p>
      <ol className={styles.steps}>
        {STEPS.map(([Icon, step]) => (
          <li key={step}>
            <Icon size={20} />
            {say(step)}
          </li>
        ))}
      </ol>
    </>
  );
}
