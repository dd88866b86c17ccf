import {
  Card,
  EmptyState,
  CheckIcon,
  Fact,
  Facts,
  Panel,
  Question,
  Skeleton,
  stackClass,
} from '@holdfast/ui';
import { useRead } from '@holdfast/client/queries';
import { dayAndTime, useWords } from '@holdfast/client/i18n';
import { useState } from 'react';
import { useLeaveGuard } from '#platform/router/use-leave-guard.ts';
import { useAccount, useServices, useSettings } from '#state/services.tsx';
import { ReadFailed } from '#components/read-failed.tsx';
import { useZoned } from '#components/zone-note.tsx';
import { RealNameForm } from './real-name-form.tsx';
import { StatusPill, type RealNameState } from './status-pill.tsx';
import { realNameWords } from './real-name.words.ts';

type Application = NonNullable<RealNameState['application']>;

/** Who the member is: what to send, what became of it. It follows a review without a reload: the live stream says that it changed. */
export function RealNamePanel({ onClose }: { onClose: () => void }) {
  const say = useWords(realNameWords);
  const read = useRead('/member/real-name/status/{account}', { params: { account: useAccount() } });
  const { data, isError } = read;
  const [isUnsaved, setUnsaved] = useState(false);
  const guard = useLeaveGuard(isUnsaved, onClose);
  return (
    <Panel title={say('title')} onClose={guard.close}>
      {guard.isAsking && (
        <Question
          title={say('leaveTitle')}
          cancel={say('stay')}
          confirm={say('leave')}
          isUnwise
          busy={false}
          onConfirm={guard.leave}
          onClose={guard.stay}
        >
          {say('leaveText')}
        </Question>
      )}
      <div className={stackClass}>
        {isError && !data && <ReadFailed read={read} />}
        {!data && !isError && (
          <Card aria-busy>
            <Skeleton height="120px" />
          </Card>
        )}
        {data?.asks.length === 0 && <Standing state={data} />}
        {/* Another refusal asks for other things: the form begins anew. */}
        {data && data.asks.length > 0 && (
          <RealNameForm key={data.application?.decidedAt ?? 'first'} state={data} onUnsaved={setUnsaved} />
        )}
      </div>
    </Panel>
  );
}

function Standing({ state: { status, application, queue } }: { state: RealNameState }) {
  const say = useWords(realNameWords);
  const isApproved = status === 'Approved';
  return (
    <Card>
      <div className={stackClass}>
        <StatusPill status={status} />
        {isApproved ? (
          <EmptyState icon={<CheckIcon />} title={say('done')} text={say('doneText')} />
        ) : (
          <p>{say('waiting')}</p>
        )}
        {application && <Given application={application} queue={queue} />}
      </div>
    </Card>
  );
}

function Given({ application, queue }: { application: Application; queue: RealNameState['queue'] }) {
  const say = useWords(realNameWords);
  const zoned = useZoned();
  const { serverNow } = useServices();
  const { language } = useSettings();
  const usual = queue?.usualMinutes ?? null;
  return (
    <Facts>
      <Fact name={say('name')}>{application.nameMasked}</Fact>
      <Fact name={say(`document.${application.document}`)}>{application.numberMasked}</Fact>
      <Fact name={say('sentAt')}>{zoned(dayAndTime(application.submittedAt, serverNow(), language))}</Fact>
      {queue && (
        <Fact name={say('ahead')}>
          {queue.ahead === 0 ? say('aheadNone') : say('aheadCount', { count: String(queue.ahead) })}
        </Fact>
      )}
      {usual !== null && (
        <Fact name={say('usual')}>
          {usual < 60
            ? say('minutes', { count: String(Math.max(1, usual)) })
            : say('hours', { count: String(Math.round(usual / 60)) })}
        </Fact>
      )}
    </Facts>
  );
}
