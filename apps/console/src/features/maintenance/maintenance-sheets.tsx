import type { ErrorName } from '@holdfast/contract/errors';
import { useWords } from '@holdfast/client/i18n';
import { useClient } from '@holdfast/client/services';
import { Notice } from '@holdfast/ui';
import { ReasonDialog } from '#components/reason-dialog.tsx';
import { useToast } from '#components/toast.tsx';
import { useWhen } from '#components/use-when.ts';
import { useServices } from '#state/services.tsx';
import type { Known, Maintenance } from './known.ts';
import { maintenanceWords } from './maintenance.words.ts';
import type { Plan } from './read-plan.ts';

const SHOWN: readonly ErrorName[] = [
  'MAINTENANCE_IN_PAST',
  'MAINTENANCE_END_BEFORE_BEGIN',
  'MAINTENANCE_OVERLAPS',
  'MAINTENANCE_NOT_FOUND',
  'PARAMETERS_INVALID',
  'ROLE_NOT_ALLOWED',
  'RATE_LIMITED',
];
const MINUTE_MS = 60_000;

const TOUCHED = ['/operator/maintenance/read'] as const;

interface PlanSheetProps {
  plan: Plan;
  known: Known;
  onDone: () => void;
  onClose: () => void;
}

/** Says what will happen, and asks why. */
export function PlanSheet({ plan, known, onDone, onClose }: PlanSheetProps) {
  const say = useWords(maintenanceWords);
  const { callApi } = useClient();
  const { serverNow } = useServices();
  const when = useWhen();
  const tell = useToast();
  const { from, ...rest } = plan;
  const zoned = (at: string) => say('zoned', { time: when(at) });
  const beginsAt = from === undefined ? serverNow() : Date.parse(from);
  const minutes = Math.max(1, Math.round((Date.parse(plan.until) - beginsAt) / MINUTE_MS));
  const atOnce = known.running ? 'willChange' : 'willBegin';
  const effect =
    from === undefined
      ? say(atOnce, { until: zoned(plan.until), minutes })
      : say('willPlan', { from: zoned(from), until: when(plan.until), minutes });
  const confirmNow = known.running ? 'confirmChange' : 'confirmNow';
  return (
    <ReasonDialog
      title={say('plan')}
      confirm={say(from === undefined ? confirmNow : 'confirm')}
      isDangerous={from === undefined}
      draft="maintenance reason"
      shows={SHOWN}
      touches={TOUCHED}
      onClose={onClose}
      onConfirm={async (reason) => {
        await callApi('/operator/maintenance/plan', {
          input: { ...(from !== undefined && { from }), ...rest, reason },
        });
        tell(say('planDone'));
        onDone();
      }}
    >
      <Notice tone="held">
        {effect}
        {known.planned && ` ${say('replaces', { from: zoned(known.planned.from) })}`}
      </Notice>
    </ReasonDialog>
  );
}

interface EndSheetProps {
  maintenance: Maintenance;
  isRunning: boolean;
  onClose: () => void;
}

export function EndSheet({ maintenance, isRunning, onClose }: EndSheetProps) {
  const say = useWords(maintenanceWords);
  const { callApi } = useClient();
  const tell = useToast();
  const words = isRunning
    ? ({ action: 'end', effect: 'endWhat', done: 'endDone' } as const)
    : ({ action: 'cancel', effect: 'cancelWhat', done: 'cancelDone' } as const);
  return (
    <ReasonDialog
      title={say(words.action)}
      draft={`why end of maintenance ${maintenance.id}`}
      confirm={say(words.action)}
      isDangerous
      shows={SHOWN}
      touches={TOUCHED}
      onClose={onClose}
      onConfirm={async (reason) => {
        await callApi('/operator/maintenance/end', { input: { id: maintenance.id, reason } });
        tell(say(words.done));
      }}
    >
      <Notice tone="held">{say(words.effect)}</Notice>
    </ReasonDialog>
  );
}
