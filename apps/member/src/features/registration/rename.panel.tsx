import { Button, Notice, Panel } from '@holdfast/ui';
import { useAction } from '@holdfast/client/calls';
import { useRefresh } from '@holdfast/client/queries';
import { useWords } from '@holdfast/client/i18n';
import { useFormDraft } from '#state/drafts/use-form-draft.ts';
import { useMemberData, useServices } from '#state/services.tsx';
import stepStyles from '#components/step.module.css';
import { useToast } from '#components/toast.tsx';
import { readWho, WhoStep } from './steps.tsx';
import { registrationWords } from './registration.words.ts';

/** The names that fast registration proposed, changed once for all. The sign-in goes on under the new account. */
export function RenamePanel({ onClose }: { onClose: () => void }) {
  const say = useWords(registrationWords);
  const toast = useToast();
  const refresh = useRefresh();
  const { callApi, session } = useServices();
  const member = useMemberData();
  const now = { account: member?.login.account ?? '', nick: member?.login.nick ?? '' };
  const [who, setWho, forget] = useFormDraft('rename', { read: readWho, initial: now });
  const rename = useAction(
    async () => {
      const device = member?.vehicle.device;
      if (device === undefined) return;
      session.signIn(await callApi('/member/security/rename', { input: who }), device);
      refresh('/member/account/permissions', '/member/info/{account}');
      forget();
      toast(say('renamed'));
      onClose();
    },
    { shows: ['ACCOUNT_TAKEN', 'NICKNAME_TAKEN', 'RENAME_USED', 'RATE_LIMITED'] },
  );
  return (
    <Panel title={say('renameTitle')} onClose={onClose}>
      <div className={stepStyles.column}>
        <Notice tone="neutral">{say('renameOnce')}</Notice>
        <WhoStep
          who={who}
          own={now}
          onChange={setWho}
          error={rename.error}
          action={say('renameDo')}
          isBusy={rename.isBusy}
          onNext={() => void rename.run()}
        />
        <Button look="text" block onClick={onClose}>
          {say('renameLater')}
        </Button>
      </div>
    </Panel>
  );
}
