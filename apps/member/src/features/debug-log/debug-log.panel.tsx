import { DEBUG_MODES, FILE_UNIT_BASE } from '@holdfast/contract/constants';
import { Button, Card, Fact, Facts, Notice, Panel, Segmented, stackClass } from '@holdfast/ui';
import { useState, useSyncExternalStore } from 'react';
import { useWords } from '@holdfast/client/i18n';
import { useServices } from '#state/services.tsx';
import { SupportLink } from '#components/support-link.tsx';
import { useToast } from '#components/toast.tsx';
import { saveLog } from '@holdfast/client/debug-log';
import styles from './debug-log.module.css';
import { debugLogWords } from './debug-log.words.ts';

/** What the debug log holds, what it is to hold, and the two things to do with it. */
export function DebugLogPanel({ onClose }: { onClose: () => void }) {
  const say = useWords(debugLogWords);
  const showToast = useToast();
  const { debugLog } = useServices();
  const size = useSyncExternalStore(debugLog.subscribe, debugLog.size);
  const mode = useSyncExternalStore(debugLog.subscribe, debugLog.mode);
  const [hasFailed, setFailed] = useState(false);
  const save = async () => {
    try {
      saveLog(await debugLog.text());
      setFailed(false);
    } catch {
      // The code that masks what was not written yet did not come. Nothing leaves unmasked.
      setFailed(true);
    }
  };
  return (
    <Panel
      title={say('title')}
      onClose={onClose}
      foot={
        <>
          <Button block onClick={() => void save()}>
            {say('save')}
          </Button>
          <Button
            block
            look="quiet"
            onClick={() => {
              debugLog.clear();
              showToast(say('cleared'));
            }}
          >
            {say('clear')}
          </Button>
        </>
      }
    >
      <div className={stackClass}>
        <p>{say('about')}</p>
        <SupportLink />
        <Card className={styles.group}>
          <h3>{say('mode')}</h3>
          <Segmented
            stretch
            label={say('mode')}
            value={mode}
            onChange={debugLog.setMode}
            options={DEBUG_MODES.map((value) => ({ value, label: say(value) }))}
          />
        </Card>
        <Card>
          <Facts>
            <Fact name={say('size')}>
              {say('kilobytes', { size: (size / FILE_UNIT_BASE).toFixed(size > 0 ? 1 : 0) })}
            </Fact>
          </Facts>
        </Card>
        {debugLog.isFull() && <Notice tone="held">{say('full')}</Notice>}
        {hasFailed && (
          <Notice tone="refused" isAlert>
            {say('failed')}
          </Notice>
        )}
      </div>
    </Panel>
  );
}
