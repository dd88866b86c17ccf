import { useWords } from '@holdfast/client/i18n';
import { useRead } from '@holdfast/client/queries';
import { Button, buttonClass, Card, Fact, Facts, Pill, stackClass } from '@holdfast/ui';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import styles from '#components/components.module.css';
import { Page } from '#components/page.tsx';
import { ReadState } from '#components/read-state.tsx';
import { useWhen } from '#components/use-when.ts';
import { useMay } from '#state/services.tsx';
import type { Known, Maintenance } from './known.ts';
import { EndSheet } from './maintenance-sheets.tsx';
import { maintenanceWords } from './maintenance.words.ts';
import { Outages } from './outages.tsx';
import { PlanForm } from './plan-form.tsx';

const REFRESH_MS = 20_000;

/** When the product stands still, who said so, and what members read of it. */
export function MaintenanceScreen() {
  const say = useWords(maintenanceWords);
  const may = useMay();
  const read = useRead('/operator/maintenance/read', {}, { refetchMs: REFRESH_MS });
  return (
    <Page title={say('title')} note={say('note')}>
      <ReadState read={read}>
        {(known) => (
          <>
            <Standing known={known} />
            {may('maintenance.manage') && <PlanForm known={known} />}
            <Outages known={known} />
          </>
        )}
      </ReadState>
    </Page>
  );
}

function Standing({ known: { running, planned } }: { known: Known }) {
  const say = useWords(maintenanceWords);
  const [ending, setEnding] = useState<{ maintenance: Maintenance; isRunning: boolean }>();
  return (
    <>
      {!running && !planned && <Card>{say('none')}</Card>}
      {running && (
        <OneMaintenance
          maintenance={running}
          isRunning
          onEnd={() => setEnding({ maintenance: running, isRunning: true })}
        />
      )}
      {planned && (
        <OneMaintenance
          maintenance={planned}
          isRunning={false}
          onEnd={() => setEnding({ maintenance: planned, isRunning: false })}
        />
      )}
      {ending && <EndSheet {...ending} onClose={() => setEnding(undefined)} />}
    </>
  );
}

interface OneProps {
  maintenance: Maintenance;
  isRunning: boolean;
  onEnd: () => void;
}

function OneMaintenance({ maintenance, isRunning, onEnd }: OneProps) {
  const say = useWords(maintenanceWords);
  const when = useWhen();
  const may = useMay();
  const { id, from, until, messageZh, messageEn, reason, by } = maintenance;
  const state = say(isRunning ? 'running' : 'planned');
  return (
    <Card className={stackClass} role="region" aria-label={state}>
      <h2>
        <Pill tone={isRunning ? 'refused' : 'held'}>{state}</Pill>
      </h2>
      <Facts>
        <Fact name={say('from')}>{when(from)}</Fact>
        <Fact name={say('until')}>{when(until)}</Fact>
        <Fact name={say('messageZh')}>{messageZh === '' ? say('noMessage') : messageZh}</Fact>
        <Fact name={say('messageEn')}>{messageEn === '' ? say('noMessage') : messageEn}</Fact>
        <Fact name={say('by')}>{by ?? say('byCommand')}</Fact>
        {reason !== '' && <Fact name={say('reason')}>{reason}</Fact>}
      </Facts>
      <div className={styles.actions}>
        {may('maintenance.manage') && (
          <Button look="danger" onClick={onEnd}>
            {say(isRunning ? 'end' : 'cancel')}
          </Button>
        )}
        <Link
          to="/audit"
          search={{ subject: `maintenance:${id}` }}
          className={buttonClass({ look: 'quiet' })}
        >
          {say('history')}
        </Link>
      </div>
    </Card>
  );
}
