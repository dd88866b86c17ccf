import type { InboxRow } from '@holdfast/contract/calls';
import { NoticeLayer, TopBar } from '@holdfast/ui';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { endsSession, isUnsure } from '@holdfast/client/calls';
import { messagesOf } from '#state/notifications/notices.ts';
import { isNetworkError } from '@holdfast/client/network';
import { firstError, mayWait } from '#state/notifications/waiting-errors.ts';
import { usePushedFilm, useServerStatus, useServices, useWaitingNotices } from '#state/services.tsx';
import { gateOf } from '#state/status/status.rules.ts';
import { noticeParts } from '../routes.tsx';
import { ChunkBoundary } from './chunk-boundary.tsx';
import { ErrorDialog } from './error-dialog.tsx';
import { showsIntroVideo, topElement, type ShellElement } from './shell-queue.rules.ts';
import { useIsInUse } from './use-is-in-use.ts';

/**
 * Draws the one thing that lies over the screens now; everything else keeps its place in the queue. While the member is in the middle of
 * something, a message waits as a banner, and what asks for nothing now waits unseen.
 */
export function ShellQueue(place: WhereItLies) {
  useSessionEnd();
  useNetworkErrorsLeave();
  const waiting = useWaitingNotices();
  const isInUse = useIsInUse();
  const [openedSeq, setOpenedSeq] = useState<string>();
  const messages = messagesOf(waiting);
  const [row] = messages;
  const isRowHeld = isInUse && row?.seq !== openedSeq;
  return (
    <>
      <TopBar>
        {row && isRowHeld && (
          <Later>
            <noticeParts.NotificationBanner messages={messages} onOpen={() => setOpenedSeq(row.seq)} />
          </Later>
        )}
      </TopBar>
      <NoticeLayer value>
        <TopNotice {...place} isInUse={isInUse} messages={isRowHeld ? [] : messages} />
      </NoticeLayer>
    </>
  );
}

/** What is below it. */
interface WhereItLies {
  path: string;
  /** The room of an order. */
  isAtOrder: boolean;
  /** The form that freezes an account by a proof. */
  isAtFreeze: boolean;
}

interface TopNoticeProps extends WhereItLies {
  isInUse: boolean;
  messages: readonly InboxRow[];
}

function TopNotice({ path, isAtOrder, isAtFreeze, isInUse, messages }: TopNoticeProps) {
  const { errors, popUps, prompts: asking, answered, introVideo } = useWaitingNotices();
  const isPushed = usePushedFilm();
  const { status } = useServices();
  // Who has to update, or to wait for a maintenance to end, can do nothing that a prompt asks for.
  const isOpen = gateOf(status.version, useServerStatus()) === 'open';
  const prompts = isOpen && !isInUse ? asking : [];
  const error = firstError(errors.filter((one) => !mayWait(one, { isInUse, isAtFreeze })));
  const [popUp] = popUps;
  const top = topElement(
    {
      error: error !== undefined,
      notification: messages.length > 0,
      'pop-up': popUp !== undefined,
      'password-expired': prompts.includes('password-expired'),
      'real-name': prompts.includes('real-name'),
      'debug-log': prompts.includes('debug-log'),
      'notification-permission': prompts.includes('notification-permission'),
      // Whoever has just answered a question of the start wants to begin: the film comes at the next one, unless operators push it.
      'intro-video': !isInUse && (answered.length === 0 || isPushed) && showsIntroVideo(path, introVideo),
    },
    isAtOrder,
  );
  if (top === 'error' && error) return <ErrorDialog key={keyOf(error)} error={error} />;
  if (top === 'notification')
    return (
      <Later>
        <noticeParts.NotificationDialogs messages={messages} />
      </Later>
    );
  if (top === 'pop-up' && popUp)
    return (
      <Later>
        <noticeParts.PopUpNotice key={keyOf(popUp)} popUp={popUp} />
      </Later>
    );
  if (top === 'intro-video' && introVideo !== undefined)
    return (
      <Later>
        <noticeParts.IntroVideo address={introVideo} />
      </Later>
    );
  const Prompt = top === undefined ? undefined : PROMPT_PARTS[top];
  return Prompt ? (
    <Later>
      <Prompt />
    </Later>
  ) : null;
}

const keys = new WeakMap<object, number>();
let lastKey = 0;

/** What comes after another is a dialog of its own, with a time and a focus of its own. */
function keyOf(thing: object): number {
  const key = keys.get(thing) ?? (lastKey += 1);
  keys.set(thing, key);
  return key;
}

const PROMPT_PARTS: Partial<Record<ShellElement, typeof noticeParts.RealNamePrompt>> = {
  'password-expired': noticeParts.PasswordPrompt,
  'real-name': noticeParts.RealNamePrompt,
  'debug-log': noticeParts.DebugLogPrompt,
  'notification-permission': noticeParts.PermissionPrompt,
};

/** Its code comes when it is first needed. Where it does not come, the screen below must not suffer. */
function Later({ children }: { children: ReactNode }) {
  return (
    <ChunkBoundary fallback={null}>
      <Suspense fallback={null}>{children}</Suspense>
    </ChunkBoundary>
  );
}

/** An error that ends the session signs out here, and nowhere else; saying so is the dialog's. */
function useSessionEnd(): void {
  const { failures, endSession } = useServices();
  useEffect(
    () =>
      failures.subscribe((failure) => {
        if (endsSession(failure)) endSession(failure);
      }),
    [failures, endSession],
  );
}

/** What was said about the network is over when it is back. */
function useNetworkErrorsLeave(): void {
  const { connection, notices } = useServices();
  useEffect(
    () =>
      connection.subscribe(() => {
        if (connection.read() !== 'online') return;
        notices.change(({ errors }) => ({
          errors: errors.filter((error) => !isNetworkError(error) || isUnsure(error)),
        }));
      }),
    [connection, notices],
  );
}
