import type { CallOutput } from '@holdfast/contract/calls';
import { useWords } from '@holdfast/client/i18n';
import { useClient } from '@holdfast/client/services';
import { Button, buttonClass, Field, Notice, SelectField } from '@holdfast/ui';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import styles from '#components/components.module.css';
import { ReasonDialog } from '#components/reason-dialog.tsx';
import { useToast } from '#components/toast.tsx';
import { useMay } from '#state/services.tsx';
import { useDraft } from '#state/use-draft.ts';
import { memberWords } from './members.words.ts';
import { NoteSheet } from './note-sheet.tsx';
import { MEMBER_READS } from './touched.ts';

type Member = CallOutput<'/operator/member/detail/{account}'>['member'];
type Act = 'level' | 'unblock' | 'password' | 'permissions' | 'second-step' | 'contact' | 'real-name';

const LEVELS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** What an operator of this role may change about the member. */
export function MemberActions({ member }: { member: Member }) {
  const say = useWords(memberWords);
  const may = useMay();
  const [act, setAct] = useState<Act>();
  const close = () => setAct(undefined);
  const { account } = member;
  return (
    <div className={styles.actions}>
      {may('members.risk') && (
        <>
          <Button look="quiet" onClick={() => setAct('level')}>
            {say('setLevel')}
          </Button>
          <Button look="quiet" onClick={() => setAct('permissions')}>
            {say('permissions')}
          </Button>
          <Button look="quiet" onClick={() => setAct('contact')}>
            {say('resetContact')}
          </Button>
          <Button look="quiet" onClick={() => setAct('password')}>
            {say('markPassword')}
          </Button>
          {member.authenticator !== 'none' && (
            <Button look="quiet" onClick={() => setAct('second-step')}>
              {say('removeSecondStep')}
            </Button>
          )}
        </>
      )}
      {may('real-name.review') && ['Approved', 'NotApproved'].includes(member.realNameStatus) && (
        <Button look="quiet" onClick={() => setAct('real-name')}>
          {say('resetRealName')}
        </Button>
      )}
      {may('members.unblock') && (
        <Button look="quiet" onClick={() => setAct('unblock')}>
          {say('unblock')}
        </Button>
      )}
      {may('requests.read') && (
        <Link to="/requests" search={{ subject: account }} className={buttonClass({ look: 'quiet' })}>
          {say('requests')}
        </Link>
      )}
      {may('audit.read') && (
        <Link to="/audit" search={{ subject: account }} className={buttonClass({ look: 'quiet' })}>
          {say('audit')}
        </Link>
      )}
      {act === 'level' && <LevelSheet member={member} onClose={close} />}
      {act === 'unblock' && <UnblockSheet account={account} onClose={close} />}
      {act === 'password' && <PasswordSheet account={account} onClose={close} />}
      {act === 'real-name' && <RealNameSheet account={account} onClose={close} />}
      {act === 'contact' && <ContactSheet account={account} onClose={close} />}
      {act === 'second-step' && <SecondStepSheet account={account} onClose={close} />}
      {act === 'permissions' && <PermissionsSheet member={member} onClose={close} />}
    </div>
  );
}

function LevelSheet({ member, onClose }: { member: Member; onClose: () => void }) {
  const say = useWords(memberWords);
  const { callApi } = useClient();
  const tell = useToast();
  const [level, setLevel] = useState(String(member.level));
  return (
    <ReasonDialog
      title={say('setLevel')}
      draft={`why level of ${member.account}`}
      whom={member.account}
      confirm={say('confirm')}
      touches={MEMBER_READS}
      onClose={onClose}
      onConfirm={async (reason) => {
        await callApi('/member/account/use-level-set', { input: { account: member.account, level, reason } });
        tell(say('levelSet', { level }));
      }}
    >
      <p>{say('levelNote')}</p>
      <SelectField label={say('newLevel')} value={level} onChange={(event) => setLevel(event.target.value)}>
        {LEVELS.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </SelectField>
    </ReasonDialog>
  );
}

function UnblockSheet({ account, onClose }: { account: string; onClose: () => void }) {
  const say = useWords(memberWords);
  const { callApi } = useClient();
  return (
    <NoteSheet
      account={account}
      title={say('unblock')}
      note={say('unblockNote')}
      onClose={onClose}
      act={async (reason) => {
        await callApi('/api/v1/members/unblock-login/{account}', { params: { account }, input: { reason } });
        return say('unblocked');
      }}
    />
  );
}

function PasswordSheet({ account, onClose }: { account: string; onClose: () => void }) {
  const say = useWords(memberWords);
  const { callApi } = useClient();
  return (
    <NoteSheet
      account={account}
      title={say('markPassword')}
      note={say('markPasswordNote')}
      tone="held"
      isDangerous
      onClose={onClose}
      act={async (reason) => {
        await callApi('/operator/member/password-mark/{account}', {
          params: { account },
          input: { reason },
        });
        return say('passwordMarked');
      }}
    />
  );
}

function SecondStepSheet({ account, onClose }: { account: string; onClose: () => void }) {
  const say = useWords(memberWords);
  const { callApi } = useClient();
  return (
    <NoteSheet
      account={account}
      title={say('removeSecondStep')}
      confirm={say('ask')}
      note={say('secondStepNote')}
      tone="held"
      onClose={onClose}
      act={async (reason) => {
        await callApi('/operator/member/second-step-remove/{account}', {
          params: { account },
          input: { reason },
        });
        return say('asked');
      }}
    />
  );
}

function RealNameSheet({ account, onClose }: { account: string; onClose: () => void }) {
  const say = useWords(memberWords);
  const { callApi } = useClient();
  return (
    <NoteSheet
      account={account}
      title={say('resetRealName')}
      note={say('resetRealNameNote')}
      tone="held"
      isDangerous
      shows={['REAL_NAME_NOTHING_TO_RESET', 'MEMBER_NOT_FOUND', 'PARAMETERS_INVALID', 'RATE_LIMITED']}
      onClose={onClose}
      act={async (reason) => {
        await callApi('/member/real-name/reset/{account}', { params: { account }, input: { reason } });
        return say('realNameReset');
      }}
    />
  );
}

function ContactSheet({ account, onClose }: { account: string; onClose: () => void }) {
  const say = useWords(memberWords);
  const { callApi } = useClient();
  const tell = useToast();
  const [{ mobile = '' }, setDraft] = useDraft(`contact of ${account}`);
  return (
    <ReasonDialog
      title={say('resetContact')}
      draft={`why contact of ${account}`}
      whom={account}
      confirm={say('resetContact')}
      isDangerous
      shows={['SELFIE_NOT_FRESH', 'REQUEST_OWN', 'MEMBER_NOT_FOUND', 'PARAMETERS_INVALID', 'RATE_LIMITED']}
      touches={MEMBER_READS}
      onClose={onClose}
      onConfirm={async (reason) => {
        await callApi('/member/force-reset-contect', { input: { account, mobile, reason } });
        setDraft({});
        tell(say('contactReset'));
      }}
    >
      <Notice tone="held">{say('resetContactNote')}</Notice>
      <Field
        label={say('newMobile')}
        type="tel"
        autoComplete="off"
        value={mobile}
        onChange={(event) => setDraft({ mobile: event.target.value })}
      />
    </ReasonDialog>
  );
}

function PermissionsSheet({ member, onClose }: { member: Member; onClose: () => void }) {
  const say = useWords(memberWords);
  const { callApi } = useClient();
  const tell = useToast();
  const [login, setLogin] = useState<'allowed' | 'forbidden'>(member.isForbidden ? 'forbidden' : 'allowed');
  const [role, setRole] = useState(member.role);
  const { account } = member;
  return (
    <ReasonDialog
      title={say('permissions')}
      draft={`why permissions of ${account}`}
      whom={account}
      confirm={say('ask')}
      touches={MEMBER_READS}
      onClose={onClose}
      onConfirm={async (reason) => {
        await callApi('/api/v1/members/set-member-permissions/{account}', {
          params: { account },
          input: { login, role, reason },
        });
        tell(say('asked'));
      }}
    >
      <Notice tone="neutral">{say('permissionsNote')}</Notice>
      <SelectField
        label={say('login')}
        value={login}
        onChange={(event) => setLogin(event.target.value === 'forbidden' ? 'forbidden' : 'allowed')}
      >
        <option value="allowed">{say('allowed')}</option>
        <option value="forbidden">{say('forbid')}</option>
      </SelectField>
      <SelectField
        label={say('role')}
        value={role}
        onChange={(event) => setRole(event.target.value === 'merchant' ? 'merchant' : 'member')}
      >
        <option value="member">{say('member')}</option>
        <option value="merchant">{say('merchant')}</option>
      </SelectField>
    </ReasonDialog>
  );
}
