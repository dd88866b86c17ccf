import { ERROR_DIALOG_AUTO_CLOSE_MS } from '@holdfast/contract/constants';
import type { AppError } from '@holdfast/kernel';
import { Button, Dialog } from '@holdfast/ui';
import { useEffect, useLayoutEffect, useState } from 'react';
import { attemptOf, endsSession, isUnsure, toErrorNote, useErrorText } from '@holdfast/client/calls';
import { isNetworkError } from '@holdfast/client/network';
import { dayAndTime, useWords } from '@holdfast/client/i18n';
import { useRouter } from '#platform/router/router-context.tsx';
import { screenAddress } from '#platform/router/routes.rules.ts';
import { without } from '#state/notifications/notices.ts';
import { asksToClose } from '#state/notifications/waiting-errors.ts';
import { useServices, useSettings } from '#state/services.tsx';
import { placeText } from '#components/place-text.ts';
import { useZoned } from '#components/zone-note.tsx';
import { SupportLink } from '#components/support-link.tsx';
import { shellWords } from './shell.words.ts';

const countDialogs = () => document.querySelectorAll('[data-mask]').length;

/**
 * The global error dialog (spec 2, spec 4): what no screen shows in its own place. 確認 repeats what failed where it can be repeated; else
 * both buttons close. An error that nobody's act has led to, and that may pass, has no buttons and closes itself after 6000 ms when no other
 * dialog is open; where one is, it has them.
 */
export function ErrorDialog({ error }: { error: AppError }) {
  const say = useWords(shellWords);
  const { notices } = useServices();
  const router = useRouter();
  const ended = useEnd(error);
  const attempt = attemptOf(error);
  const [hasButtons, setHasButtons] = useState(() => attempt !== undefined || asksToClose(error));
  const close = () => notices.change(({ errors }) => ({ errors: without(errors, error) }));
  // Once this one is on the page and the one before it, if any, is gone.
  useLayoutEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- only the page knows what else lies over it
    if (countDialogs() > 1) setHasButtons(true);
  }, []);
  useEffect(() => {
    if (hasButtons) return undefined;
    const timer = setTimeout(() => {
      if (countDialogs() > 1) setHasButtons(true);
      else notices.change(({ errors }) => ({ errors: without(errors, error) }));
    }, ERROR_DIALOG_AUTO_CLOSE_MS);
    return () => clearTimeout(timer);
  }, [hasButtons, notices, error]);
  const confirm = () => {
    close();
    attempt?.retry?.();
  };
  return (
    <Dialog
      title={say(titleOf(error))}
      onClose={close}
      actions={
        hasButtons && (
          <>
            <Button look="quiet" onClick={close} data-autofocus>
              {say('close')}
            </Button>
            {ended?.isDeniable ? (
              <Button
                look="danger"
                onClick={() => {
                  close();
                  router.go(screenAddress('/login', { panel: 'freeze-account' }));
                }}
              >
                {say('notMe')}
              </Button>
            ) : (
              <Button onClick={confirm}>{say('confirm')}</Button>
            )}
          </>
        )
      }
    >
      <ErrorText error={error} />
    </Dialog>
  );
}

const NO_NETWORK: readonly string[] = ['OFFLINE', 'PROXY_UNREACHABLE', 'CONNECTION_FAILED'];

type Title = 'ended' | 'switched' | 'noNetwork' | 'connectionLost' | 'unsureTitle' | 'errorTitle';

function titleOf(error: AppError): Title {
  if (endsSession(error)) return 'ended';
  if (error.code === 'MEMBER_SWITCHED') return 'switched';
  if (error.code === 'OUTCOME_UNKNOWN') return 'unsureTitle';
  if (NO_NETWORK.includes(error.code)) return 'noNetwork';
  return isNetworkError(error) ? 'connectionLost' : 'errorTitle';
}

/** What is known of what a person did, and how it goes on; undefined where the error says it all. */
function outlookOf(
  error: AppError,
): 'unsureEnded' | 'unsureRetry' | 'unsure' | 'keptRetry' | 'kept' | 'mayRetry' | undefined {
  const attempt = attemptOf(error);
  const mayHaveRun = isUnsure(error) && error.code !== 'OUTCOME_UNKNOWN';
  if (mayHaveRun && endsSession(error)) return 'unsureEnded';
  if (mayHaveRun) return attempt?.retry ? 'unsureRetry' : 'unsure';
  if (!attempt) return undefined;
  if (isNetworkError(error)) return attempt.retry ? 'keptRetry' : 'kept';
  return attempt.retry && 'mayRetry';
}

/** What happened, what is known of it, and what can be done about it. */
function ErrorText({ error }: { error: AppError }) {
  const say = useWords(shellWords);
  const { language } = useSettings();
  const errorText = useErrorText();
  const ended = useEnd(error);
  const note = toErrorNote(error, language);
  const outlook = outlookOf(error);
  return (
    <>
      <p>{ended?.why ?? errorText(error)}</p>
      {ended?.facts && <p>{ended.facts}</p>}
      {note && <p>{note}</p>}
      {outlook && <p>{say(outlook)}</p>}
      {ended?.isForSupport && <SupportLink />}
    </>
  );
}

const END_WORDS = {
  takeover: 'endedTakeover',
  password: 'endedPassword',
  freeze: 'endedFreeze',
  operator: 'endedOperator',
} as const;

/** Those whose words send the member to customer service. */
const TO_SUPPORT: readonly string[] = ['password', 'operator'];

/** Why the session was ended, with device, place and time as far as they are known (feature A12). */
function useEnd(
  error: AppError,
): { why: string; facts: string; isForSupport: boolean; isDeniable: boolean } | undefined {
  const say = useWords(shellWords);
  const { language } = useSettings();
  const { serverNow } = useServices();
  const zoned = useZoned();
  const { reason, device, at } = error.data;
  if (error.code !== 'NOT_SIGNED_IN' || typeof reason !== 'string' || !Object.hasOwn(END_WORDS, reason))
    return undefined;
  const isText = (part: unknown): part is string => typeof part === 'string' && part !== '';
  const time =
    isText(at) && !Number.isNaN(Date.parse(at)) ? zoned(dayAndTime(at, serverNow(), language)) : undefined;
  return {
    why: say(END_WORDS[reason as keyof typeof END_WORDS]),
    facts: [device, placeText(error.data, language), time].filter(isText).join(' · '),
    isDeniable: reason === 'takeover',
    isForSupport: TO_SUPPORT.includes(reason),
  };
}
