import type { ErrorName } from '@holdfast/contract/errors';
import { REGISTER_BLOCK_KINDS } from '@holdfast/contract/member';
import { useWords } from '@holdfast/client/i18n';
import { useClient } from '@holdfast/client/services';
import { Field, SelectField } from '@holdfast/ui';
import { useState } from 'react';
import { ReasonDialog } from '#components/reason-dialog.tsx';
import { instantOf } from '#components/taipei-time.ts';
import { useToast } from '#components/toast.tsx';
import { useDraft } from '#state/use-draft.ts';
import type { Block } from './block.ts';
import { registerBlockWords } from './register-block.words.ts';

const SHOWN: readonly ErrorName[] = [
  'NOTHING_CHANGES',
  'PARAMETERS_INVALID',
  'MEMBER_NOT_FOUND',
  'REGISTER_BLOCK_EXISTS',
  'REGISTER_BLOCK_NOT_FOUND',
  'ROLE_NOT_ALLOWED',
  'RATE_LIMITED',
];

const TOUCHED = ['/register-block/list'] as const;

function UntilField({ value, onChange }: { value: string; onChange: (local: string) => void }) {
  const say = useWords(registerBlockWords);
  return (
    <Field
      label={say('until')}
      hint={say('untilHint')}
      type="datetime-local"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

export function AddSheet({ onClose }: { onClose: () => void }) {
  const say = useWords(registerBlockWords);
  const { callApi } = useClient();
  const tell = useToast();
  const [draft, setDraft] = useDraft('register block');
  const { pattern = '', until = '' } = draft;
  const kind = REGISTER_BLOCK_KINDS.find((one) => one === draft['kind']) ?? 'mobile';
  return (
    <ReasonDialog
      title={say('add')}
      draft="why register block"
      confirm={say('add')}
      shows={SHOWN}
      touches={TOUCHED}
      onClose={onClose}
      onConfirm={async (reason) => {
        await callApi('/register-block/add', {
          input: { kind, pattern: pattern.trim(), until: instantOf(until) ?? 'never', reason },
        });
        setDraft({});
        tell(say('addedDone'));
      }}
    >
      <SelectField
        label={say('kind')}
        value={kind}
        onChange={(event) => setDraft({ ...draft, kind: event.target.value })}
      >
        {REGISTER_BLOCK_KINDS.map((one) => (
          <option key={one} value={one}>
            {say(`kind-${one}`)}
          </option>
        ))}
      </SelectField>
      <Field
        label={say('pattern')}
        hint={say(`hint-${kind}`)}
        value={pattern}
        maxLength={64}
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => setDraft({ ...draft, pattern: event.target.value })}
      />
      <UntilField value={until} onChange={(local) => setDraft({ ...draft, until: local })} />
    </ReasonDialog>
  );
}

export function UntilSheet({ block, onClose }: { block: Block; onClose: () => void }) {
  const say = useWords(registerBlockWords);
  const { callApi } = useClient();
  const tell = useToast();
  const [until, setUntil] = useState('');
  return (
    <ReasonDialog
      title={say('change')}
      draft={`why until of block ${block.id}`}
      whom={block.shown}
      confirm={say('confirm')}
      shows={SHOWN}
      touches={TOUCHED}
      onClose={onClose}
      onConfirm={async (reason) => {
        await callApi('/register-block/update/{id}', {
          params: { id: block.id },
          input: { until: instantOf(until) ?? 'never', reason },
        });
        tell(say('done'));
      }}
    >
      <UntilField value={until} onChange={setUntil} />
    </ReasonDialog>
  );
}

export function LiftSheet({ block, onClose }: { block: Block; onClose: () => void }) {
  const say = useWords(registerBlockWords);
  const { callApi } = useClient();
  const tell = useToast();
  return (
    <ReasonDialog
      title={say('lift')}
      draft={`why lift block ${block.id}`}
      whom={block.shown}
      confirm={say('lift')}
      shows={SHOWN}
      touches={TOUCHED}
      onClose={onClose}
      onConfirm={async (reason) => {
        await callApi('/register-block/update/{id}', {
          params: { id: block.id },
          input: { until: 'now', reason },
        });
        tell(say('lifted'));
      }}
    />
  );
}
