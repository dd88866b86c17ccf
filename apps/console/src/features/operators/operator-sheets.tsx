import { OPERATOR_ROLES, type OperatorRole } from '@holdfast/contract/operators';
import type { CallApi } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { useClient } from '@holdfast/client/services';
import { Field, Notice, SelectField } from '@holdfast/ui';
import { useState } from 'react';
import { ReasonDialog } from '#components/reason-dialog.tsx';
import { useRoleName } from '#components/role-name.tsx';
import { useToast } from '#components/toast.tsx';
import { useDraft } from '#state/use-draft.ts';
import type { OperatorRow } from './operator-row.ts';
import { operatorWords } from './operators.words.ts';

export type ChangeKind = 'changeRole' | 'endSession' | 'reset' | 'invite' | 'suspend' | 'restore';

export interface Change {
  readonly kind: ChangeKind;
  readonly operator: OperatorRow;
}

const TOUCHED = ['/operator/administration/list', '/operator/request/list', '/operator/me'] as const;

export function AddSheet({ onClose }: { onClose: () => void }) {
  const say = useWords(operatorWords);
  const { callApi } = useClient();
  const tell = useToast();
  const [draft, setDraft] = useDraft('operator');
  const { email = '', name = '' } = draft;
  const role = OPERATOR_ROLES.find((one) => one === draft['role']) ?? 'support';
  return (
    <ReasonDialog
      title={say('addTitle')}
      draft="why operator"
      confirm={say('ask')}
      touches={TOUCHED}
      onClose={onClose}
      onConfirm={async (reason) => {
        const input = { email: email.trim(), name: name.trim(), role, reason };
        await callApi('/operator/administration/add', { input });
        setDraft({});
        tell(say('asked'));
      }}
    >
      <Field
        label={say('email')}
        type="email"
        value={email}
        required
        data-autofocus
        onChange={(event) => setDraft({ ...draft, email: event.target.value })}
      />
      <Field
        label={say('name')}
        value={name}
        maxLength={40}
        required
        onChange={(event) => setDraft({ ...draft, name: event.target.value })}
      />
      <RoleField value={role} onChange={(chosen) => setDraft({ ...draft, role: chosen })} />
    </ReasonDialog>
  );
}

function RoleField({ value, onChange }: { value: OperatorRole; onChange: (role: OperatorRole) => void }) {
  const say = useWords(operatorWords);
  const roleName = useRoleName();
  return (
    <SelectField
      label={say('role')}
      value={value}
      onChange={(event) => onChange(event.target.value as OperatorRole)}
    >
      {OPERATOR_ROLES.map((role) => (
        <option key={role} value={role}>
          {roleName(role)}
        </option>
      ))}
    </SelectField>
  );
}

interface Chosen {
  readonly email: string;
  readonly role: OperatorRole;
  readonly reason: string;
}

/** What each change calls. Those that need another administrator ask for it; the others are done at once. */
const CALLS: Readonly<Record<ChangeKind, (callApi: CallApi, chosen: Chosen) => Promise<unknown>>> = {
  changeRole: (callApi, input) => callApi('/operator/administration/role', { input }),
  suspend: (callApi, { email, reason }) =>
    callApi('/operator/administration/access', { input: { email, reason, access: 'suspend' } }),
  restore: (callApi, { email, reason }) =>
    callApi('/operator/administration/access', { input: { email, reason, access: 'restore' } }),
  reset: (callApi, { email, reason }) =>
    callApi('/operator/administration/reset', { input: { email, reason } }),
  invite: (callApi, { email }) => callApi('/operator/administration/invite', { input: { email } }),
  endSession: (callApi, { email, reason }) =>
    callApi('/operator/administration/end-session', { input: { email, reason } }),
};

export function ChangeSheet({ kind, operator, onClose }: Change & { onClose: () => void }) {
  const say = useWords(operatorWords);
  const { callApi } = useClient();
  const tell = useToast();
  const [role, setRole] = useState(operator.role);
  const { email, name } = operator;
  const note =
    kind === 'reset' ? say('resetNote') : kind === 'endSession' ? say('endSessionNote') : undefined;
  const isAtOnce = kind === 'invite' || kind === 'endSession';
  return (
    <ReasonDialog
      title={say(kind)}
      draft={`why ${kind} ${email}`}
      whom={name}
      confirm={isAtOnce ? say(kind) : say('ask')}
      isDangerous={kind === 'endSession'}
      isOptional={kind === 'invite'}
      touches={TOUCHED}
      onClose={onClose}
      onConfirm={async (reason) => {
        await CALLS[kind](callApi, { email, role, reason });
        tell(
          kind === 'invite'
            ? say('invited', { email })
            : kind === 'endSession'
              ? say('sessionEnded', { name })
              : say('asked'),
        );
      }}
    >
      {note && <Notice tone="neutral">{note}</Notice>}
      {kind === 'changeRole' && <RoleField value={role} onChange={setRole} />}
    </ReasonDialog>
  );
}
