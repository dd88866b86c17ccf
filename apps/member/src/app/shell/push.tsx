import type { InboxRow } from '@holdfast/contract/calls';
import { notificationRuleOf } from '@holdfast/contract/notifications';
import { useEffect, useEffectEvent } from 'react';
import { sayIn, withoutMarks } from '@holdfast/client/i18n';
import { isCovered } from '#state/pin-lock/pin-lock.rules.ts';
import { messagesOf } from '#state/notifications/notices.ts';
import { hidesNewsOf, isPushOffOf } from '#state/notifications/push-records.ts';
import { promptForPush, startPush } from '#state/notifications/start-push.ts';
import { hasInstallId } from '#platform/device/device.ts';
import { useRouter } from '#platform/router/router-context.tsx';
import { usePinLock, useMemberData, useServices } from '#state/services.tsx';
import { frameWords } from './frame.words.ts';
import { usePushRegistration } from './use-push-registration.ts';
import { useStream } from './use-stream.ts';

/** After a long absence a device does not shout: the rest waits in the app. */
const AT_ONCE = 3;

/**
 * Tells of messages on the device itself while nobody looks at the app. Stands beside the PIN lock and not under it, because a locked app is
 * one that nobody looks at.
 */
export function Push() {
  const { push, notices, failures, tab, shared } = useServices();
  const isSignedIn = useMemberData() !== undefined;
  useEffect(() => {
    if (push) startPush({ push, failures, tab, shared }, navigator.userAgent);
  }, [push, failures, tab, shared]);
  useEffect(() => {
    if (push && (isSignedIn || hasInstallId(shared)))
      promptForPush({ push, notices, tab, shared }, navigator.userAgent);
  }, [push, notices, tab, shared, isSignedIn]);
  useRows();
  useHintsBehindPinLock();
  usePushRegistration();
  return null;
}

function useGeneralText(): () => string {
  const { settings } = useServices();
  return () => withoutMarks(sayIn(frameWords, settings.read().language)('systemNotice'));
}

/** Each message that is new to the app, by the words of its kind; while a PIN is set, by no words of its own. */
function useRows(): void {
  const { push, notices, inbox, pinLock, settings, shared } = useServices();
  const router = useRouter();
  const generalText = useGeneralText();
  const show = useEffectEvent(async (row: InboxRow) => {
    if (isPushOffOf(shared).read()) return;
    const { systemText, orderAddress } = await import('#features/notifications/index.ts');
    const isSecret = pinLock.read().phase !== 'off' || hidesNewsOf(shared).read() === true;
    const text = systemText(row, settings.read().language, isSecret ? generalText() : undefined);
    const open = () => {
      const isWaiting = messagesOf(notices.read()).some(({ seq }) => seq === row.seq);
      // What has to be decided is decided in its dialog, which is open by now.
      if (!isWaiting || notificationRuleOf(row.type).onConfirm !== 'open-order') return;
      inbox.see(row);
      router.go(orderAddress(row));
    };
    const carrier = await push?.open();
    await carrier?.show({ tag: `inbox-${row.seq}`, ...text, onClick: open });
  });
  useEffect(() => {
    if (!push) return undefined;
    let known = new Set(messagesOf(notices.read()).map(({ seq }) => seq));
    return notices.subscribe(() => {
      const rows = messagesOf(notices.read());
      const news = rows.filter(({ seq }) => !known.has(seq));
      known = new Set(rows.map(({ seq }) => seq));
      for (const row of news.slice(-AT_ONCE)) show(row).catch(() => {});
    });
  }, [push, notices]);
}

/** Under the closed PIN lock nothing is asked for: the stream's hint that there is news is all that is told. */
function useHintsBehindPinLock(): void {
  const { push, shared } = useServices();
  const lock = usePinLock();
  const generalText = useGeneralText();
  const isSignedIn = useMemberData() !== undefined;
  const tell = useEffectEvent(() => {
    if (isPushOffOf(shared).read()) return;
    const told = push?.open().then(({ show }) => show({ tag: 'inbox', title: generalText() }));
    told?.catch(() => {}); // it waits in the app all the same
  });
  const isLocked = isCovered(lock) && lock.phase !== 'starting';
  useStream(isSignedIn && isLocked && push?.permission() === 'granted', { onInbox: tell });
}
