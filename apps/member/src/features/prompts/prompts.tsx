import { appError } from '@holdfast/contract/errors';
import { Button, Dialog } from '@holdfast/ui';
import type { ReactNode } from 'react';
import { useWords } from '@holdfast/client/i18n';
import { withOne, without, type PopUp, type PromptName } from '#state/notifications/notices.ts';
import { usePushWishes } from '#state/notifications/use-push-wishes.ts';
import { askForPush } from '#state/notifications/ask-for-push.ts';
import { useRouter } from '#platform/router/router-context.tsx';
import { usePanelAddress } from '#platform/router/use-panel-address.ts';
import { useServices, useWaitingNotices } from '#state/services.tsx';
import { saveLog } from '@holdfast/client/debug-log';
import { logAskOf } from '@holdfast/client/debug-log';
import { pushAskOf } from '#state/member-records.ts';
import { PushText, usePushPromptText } from '#components/push-text.tsx';
import { promptsWords } from './prompts.words.ts';

interface AskProps {
  title: string;
  text: ReactNode;
  confirm: string;
  cancel?: string;
  onConfirm: () => void;
  onClose: () => void;
}

function Ask({ title, text, confirm, cancel, onConfirm, onClose }: AskProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          {cancel && (
            <Button look="quiet" onClick={onClose}>
              {cancel}
            </Button>
          )}
          <Button
            data-autofocus
            onClick={() => {
              onClose();
              onConfirm();
            }}
          >
            {confirm}
          </Button>
        </>
      }
    >
      {typeof text === 'string' ? <p>{text}</p> : text}
    </Dialog>
  );
}

export function PopUpNotice({ popUp }: { popUp: PopUp }) {
  const { notices } = useServices();
  const close = () => notices.change(({ popUps }) => ({ popUps: without(popUps, popUp) }));
  return <Ask {...popUp} onClose={close} />;
}

function useDismiss(name: PromptName): () => void {
  const { notices } = useServices();
  return () =>
    notices.change(({ prompts, answered }) => ({
      prompts: without(prompts, name),
      answered: withOne(answered, name),
    }));
}

/** Where real-name verification is asked for. Its button leads to the panel. */
export function RealNamePrompt() {
  const say = useWords(promptsWords);
  const router = useRouter();
  return (
    <Ask
      title={say('realNameTitle')}
      text={say('realNameText')}
      confirm={say('goVerify')}
      onClose={useDismiss('real-name')}
      onConfirm={() => router.go('/home?panel=real-name')}
    />
  );
}

/** The password was marked, or is older than the policy allows. It may wait: what must not wait is decided at the sign-in. */
export function PasswordPrompt() {
  const say = useWords(promptsWords);
  const router = useRouter();
  const panelAddress = usePanelAddress();
  return (
    <Ask
      title={say('passwordTitle')}
      text={say('passwordText')}
      confirm={say('toPassword')}
      cancel={say('later')}
      onClose={useDismiss('password-expired')}
      onConfirm={() => router.go(panelAddress('password'))}
    />
  );
}

/** After member info could not be had: the log as a file, for whoever helps. Asked once in a session, whatever the answer. */
export function DebugLogPrompt() {
  const say = useWords(promptsWords);
  const { tab, notices, failures } = useServices();
  const { log } = useWaitingNotices();
  const dismiss = useDismiss('debug-log');
  return (
    <Ask
      title={say('logTitle')}
      text={say('logText')}
      confirm={say('confirm')}
      cancel={say('close')}
      onClose={() => {
        logAskOf(tab).write(true);
        notices.change(() => ({ log: undefined }));
        dismiss();
      }}
      // What masks the last calls is asked for like any other part, and may not come. Nothing leaves unmasked.
      onConfirm={() => void log?.then(saveLog, () => failures.report(appError('CONNECTION_UNSTABLE')))}
    />
  );
}

/** Only a tap may ask a browser for the permission, so 確認 is what asks (decision 6). */
export function PermissionPrompt() {
  const say = useWords(promptsWords);
  const services = useServices();
  const { push, tab } = services;
  const wishes = usePushWishes();
  const dismiss = useDismiss('notification-permission');
  const { userAgent } = navigator;
  const kind = usePushPromptText();
  return (
    <Ask
      title={say('pushTitle')}
      text={<PushText kind={kind} />}
      confirm={say('confirm')}
      cancel={say('close')}
      onClose={() => {
        pushAskOf(tab).write(true);
        dismiss();
      }}
      onConfirm={() => push && void askForPush({ ...services, push }, wishes, userAgent)}
    />
  );
}
