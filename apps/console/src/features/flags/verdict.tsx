import { useAction, useErrorText } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { useRefresh } from '@holdfast/client/queries';
import { useClient } from '@holdfast/client/services';
import type { FlagState, FlagVerdict } from '@holdfast/contract/operators';
import { Button, Notice, Pill } from '@holdfast/ui';
import { useState } from 'react';
import { useWhen } from '#components/use-when.ts';
import { Decision } from './decision.tsx';
import styles from './flags.module.css';
import { flagWords } from './flags.words.ts';

const CALLS = {
  messages: { path: '/operator/flag/decide/{id}', list: '/operator/flag/list' },
  parties: { path: '/operator/flag/parties-decide/{id}', list: '/operator/flag/parties' },
} as const;

interface VerdictProps {
  flag: {
    readonly id: string;
    readonly state: FlagState;
    readonly decided: { readonly by: string; readonly at: string } | null;
  };
  of: keyof typeof CALLS;
  /** Whom it is about, so that each button has a name of its own. */
  who: string;
}

/** What was said of it, or the two things that can be. */
export function Verdict({ flag: { id, state, decided }, of, who }: VerdictProps) {
  const say = useWords(flagWords);
  const when = useWhen();
  const errorText = useErrorText();
  const { callApi } = useClient();
  const refresh = useRefresh();
  const { path, list } = CALLS[of];
  const [given, setGiven] = useState<FlagVerdict>();
  const { run, isBusy, error } = useAction(
    async (verdict: FlagVerdict) => {
      try {
        await callApi(path, { params: { id }, input: { verdict } });
        setGiven(verdict);
      } finally {
        refresh(list);
      }
    },
    { shows: ['FLAG_DECIDED', 'RATE_LIMITED'] },
  );
  if (state !== 'open')
    return (
      <span className={styles.ways}>
        <Pill tone="neutral">{say(`state-${state}`)}</Pill>
        {decided && (
          <small>{say('decided', { who: decided.by.replace(/@.*$/, ''), when: when(decided.at) })}</small>
        )}
      </span>
    );
  return (
    <Decision given={given && say(`state-${given}`)}>
      {error && (
        <Notice tone="refused" isAlert>
          {errorText(error)}
        </Notice>
      )}
      <Button
        look="text"
        busy={isBusy}
        aria-label={`${say('falseAlarm')} · ${who}`}
        onClick={() => void run('false-alarm')}
      >
        {say('falseAlarm')}
      </Button>
      <Button
        look="quiet"
        busy={isBusy}
        aria-label={`${say('seen')} · ${who}`}
        onClick={() => void run('seen')}
      >
        {say('seen')}
      </Button>
    </Decision>
  );
}
