import type { ErrorName } from '@holdfast/contract/errors';
import { REGISTER_BLOCK_KINDS, type RegisterBlockKind } from '@holdfast/contract/member';
import { useWords } from '@holdfast/client/i18n';
import { useRefresh } from '@holdfast/client/queries';
import { useClient } from '@holdfast/client/services';
import { Field, SelectField } from '@holdfast/ui';
import { useState } from 'react';
import { ReasonDialog } from '#components/reason-dialog.tsx';
import { instantOf } from '#components/taipei-time.ts';
import { useToast } from '#components/toast.tsx';
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

function useDone() {
  const refresh = useRefresh();
  const tell = useToast();
  return (text: string) => {
    tell(text);
    refresh('/register-block/list');
  };
}

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
  const done = useDone();
  const [kind, setKind] = useState<RegisterBlockKind>('mobile');
  const [pattern, setPattern] = useState('');
  const [until, setUntil] = useState('');
  return (
    <ReasonDialog
      title={say('add')}
      confirm={say('add')}
      shows={SHOWN}
      onClose={onClose}
      onConfirm={async (reason) => {
        await callApi('/register-block/add', {
          input: { kind, pattern: pattern.trim(), until: instantOf(until) ?? 'never', reason },
        });
        done(say('addedDone'));
      }}
    >
      <SelectField
        label={say('kind')}
        value={kind}
        onChange={(event) => {
          const chosen = REGISTER_BLOCK_KINDS.find((one) => one === event.target.value);
          if (chosen) setKind(chosen);
        }}
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
        onChange={(event) => setPattern(event.target.value)}
      />
      <UntilField value={until} onChange={setUntil} />
    </ReasonDialog>
  );
}

export function UntilSheet({ block, onClose }: { block: Block; onClose: () => void }) {
  const say = useWords(registerBlockWords);
  const { callApi } = useClient();
  const done = useDone();
  const [until, setUntil] = useState('');
  return (
    <ReasonDialog
      title={say('change')}
      whom={block.shown}
      confirm={say('confirm')}
      shows={SHOWN}
      onClose={onClose}
      onConfirm={async (reason) => {
        await callApi('/register-block/update/{id}', {
          params: { id: block.id },
          input: { until: instantOf(until) ?? 'never', reason },
        });
        done(say('done'));
      }}
    >
      <UntilField value={until} onChange={setUntil} />
    </ReasonDialog>
  );
}

export function LiftSheet({ block, onClose }: { block: Block; onClose: () => void }) {
  const say = useWords(registerBlockWords);
  const { callApi } = useClient();
  const done = useDone();
  return (
    <ReasonDialog
      title={say('lift')}
      whom={block.shown}
      confirm={say('lift')}
      shows={SHOWN}
      onClose={onClose}
      onConfirm={async (reason) => {
        await callApi('/register-block/update/{id}', {
          params: { id: block.id },
          input: { until: 'now', reason },
        });
        done(say('lifted'));
      }}
    />
  );
}
