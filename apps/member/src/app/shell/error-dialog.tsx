import { ERROR_DIALOG_AUTO_CLOSE_MS } from '@holdfast/contract/constants';
import type { AppError } from '@holdfast/kernel';
import { Button, Dialog } from '@holdfast/ui';
import { useEffect, useLayoutEffect, useState } from 'react';
import { endsSession, toErrorNote, useErrorText } from '@holdfast/client/calls';
import { dayAndTime, useWords } from '@holdfast/client/i18n';
import { useRouter } from '#platform/router/router-context.tsx';
import { screenAddress } from '#platform/router/routes.rules.ts';
import { without } from '#state/notifications/notices.ts';
import { asksToClose } from '#state/notifications/waiting.rules.ts';
import { useServices, useSettings } from '#state/services.tsx';
import { placeText } from '#components/place-text.ts';
import { SupportLink } from '#components/support-link.tsx';
import { shellWords } from './shell.words.ts';

const countDialogs = () => document.querySelectorAll('[data-mask]').length;

/**
 * The global error dialog (spec 2, spec 4): what no screen shows in its own place. It closes itself after 6000 ms when it has no
 * close button and no other dialog is open; where one is, it has the button.
 */
export function ErrorDialog({ error }: { error: AppError }) {
  const say = useWords(shellWords);
  const { notices } = useServices();
  const router = useRouter();
  const { language } = useSettings();
  const errorText = useErrorText();
  const [hasButton, setHasButton] = useState(() => asksToClose(error));
  const close = () => notices.change(({ errors }) => ({ errors: without(errors, error) }));
  // Once this one is on the page and the one before it, if any, is gone.
  useLayoutEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- only the page knows what else lies over it
    if (countDialogs() > 1) setHasButton(true);
  }, []);
  useEffect(() => {
    if (hasButton) return undefined;
    const timer = setTimeout(() => {
      if (countDialogs() > 1) setHasButton(true);
      else notices.change(({ errors }) => ({ errors: without(errors, error) }));
    }, ERROR_DIALOG_AUTO_CLOSE_MS);
    return () => clearTimeout(timer);
  }, [hasButton, notices, error]);
  const ended = useEnd(error);
  const note = toErrorNote(error, language);
  return (
    <Dialog
      title={say(endsSession(error) ? 'ended' : 'errorTitle')}
      onClose={close}
      actions={
        hasButton && (
          <>
            {ended?.isDeniable && (
              <Button
                look="danger"
                onClick={() => {
                  close();
                  router.go(screenAddress('/login', { panel: 'freeze-account' }));
                }}
              >
                {say('notMe')}
              </Button>
            )}
            <Button look="quiet" onClick={close} data-autofocus>
              {say('close')}
            </Button>
          </>
        )
      }
    >
      <p>{ended?.why ?? errorText(error)}</p>
      {ended?.facts && <p>{ended.facts}</p>}
      {note && <p>{note}</p>}
      {ended?.isForSupport && <SupportLink />}
    </Dialog>
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
  const { reason, device, at } = error.data;
  if (error.code !== 'NOT_SIGNED_IN' || typeof reason !== 'string' || !Object.hasOwn(END_WORDS, reason))
    return undefined;
  const isText = (part: unknown): part is string => typeof part === 'string' && part !== '';
  const time =
    isText(at) && !Number.isNaN(Date.parse(at)) ? dayAndTime(at, serverNow(), language) : undefined;
  return {
    why: say(END_WORDS[reason as keyof typeof END_WORDS]),
    facts: [device, placeText(error.data, language), time].filter(isText).join(' · '),
    isDeniable: reason === 'takeover',
    isForSupport: TO_SUPPORT.includes(reason),
  };
}
