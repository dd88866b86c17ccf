import type { CallOutput } from '@holdfast/contract/calls';
import { PASSKEY_NAME_MAX } from '@holdfast/contract/member';
import { Button, Field, Notice, Panel, stackClass } from '@holdfast/ui';
import { useState, type FormEvent } from 'react';
import { useAction } from '@holdfast/client/calls';
import { useRefresh } from '@holdfast/client/queries';
import { useWords } from '@holdfast/client/i18n';
import { useServices } from '#state/services.tsx';
import { Refusal } from '#components/refusal.tsx';
import { SECRET_ERRORS } from '#components/secret-sheet.tsx';
import { useToast } from '#components/toast.tsx';
import { useMemberCode } from '#components/use-one-time-code.ts';
import { GuardedStep } from './guarded-step.tsx';
import { passkeysWords } from './passkeys.words.ts';

type Passkey = CallOutput<'/member/security/passkeys'>['passkeys'][number];

/** Another name for a passkey, or its removal. */
export function EditPasskey({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const say = useWords(passkeysWords);
  const { id, isSuspended } = passkey;
  const { callApi } = useServices();
  const refresh = useRefresh();
  const showToast = useToast();
  const [name, setName] = useState(passkey.name);
  const [isLeaving, setLeaving] = useState(false);
  const save = useAction(
    async () => {
      await callApi('/member/security/passkey-rename', { input: { id, name: name.trim() } });
      refresh('/member/security/passkeys');
      showToast(say('renamed'));
      onDone();
    },
    { shows: ['PASSKEY_NOT_FOUND', 'PARAMETERS_INVALID', 'RATE_LIMITED'] },
  );
  const isName = name.trim() !== '' && name.trim() !== passkey.name;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isName) void save.run();
  };
  if (isLeaving) return <RemovePasskey passkey={passkey} onDone={onDone} />;
  return (
    <Panel title={passkey.name} onClose={onDone}>
      <form className={stackClass} onSubmit={submit} noValidate>
        {isSuspended && <Notice tone="held">{say('suspendedWhy')}</Notice>}
        <Field
          label={say('name')}
          autoComplete="off"
          maxLength={PASSKEY_NAME_MAX}
          value={name}
          onChange={(event) => setName(event.target.value)}
          hint={say('nameHint')}
        />
        <Refusal error={save.error} />
        <Button type="submit" block large busy={save.isBusy} disabled={!isName}>
          {say('save')}
        </Button>
        <Button look="quiet" block onClick={() => setLeaving(true)}>
          {say('remove')}
        </Button>
      </form>
    </Panel>
  );
}

function RemovePasskey({ passkey: { id, name }, onDone }: { passkey: Passkey; onDone: () => void }) {
  const say = useWords(passkeysWords);
  const { callApi } = useServices();
  const refresh = useRefresh();
  const showToast = useToast();
  const code = useMemberCode('passkey');
  const remove = useAction(
    async (transpass: string) => {
      const input = { id, ...(code.ticket !== undefined && { ticket: code.ticket }) };
      await callApi('/member/security/passkey-remove', { input, transpass });
      refresh('/member/security/passkeys', '/member/account/permissions');
      showToast(say('removed'));
      onDone();
    },
    { shows: [...SECRET_ERRORS, 'PASSKEY_NOT_FOUND', 'TICKET_INVALID', 'RATE_LIMITED'] },
  );
  return (
    <GuardedStep purpose={say('purposeRemove', { name })} code={code} action={remove} onClose={onDone} />
  );
}
