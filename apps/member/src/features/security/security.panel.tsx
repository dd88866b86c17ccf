import type { CallOutput } from '@holdfast/contract/calls';
import { Card, Notice, Panel, Pill, RowList, Skeleton, stackClass, useServerTime } from '@holdfast/ui';
import type { ReactNode } from 'react';
import { useRead } from '@holdfast/client/queries';
import { dayAndTime, useWords } from '@holdfast/client/i18n';
import { useMemberData, useSettings } from '#state/services.tsx';
import { PanelRow } from '#components/panel-row.tsx';
import { ReadFailed } from '#components/read-failed.tsx';
import { useZoned } from '#components/zone-note.tsx';
import styles from './security.module.css';
import { securityWords } from './security.words.ts';

type Permissions = CallOutput<'/member/account/permissions'>;

/** Everything that keeps a member safe in one list, each with how it stands and the way to change it. */
export function SecurityPanel({ onClose }: { onClose: () => void }) {
  const say = useWords(securityWords);
  const read = useRead('/member/account/permissions', {});
  const { data, isError } = read;
  return (
    <Panel title={say('title')} onClose={onClose}>
      <div className={stackClass} aria-busy={!data && !isError}>
        {isError && !data && <ReadFailed read={read} />}
        {data && <CoolDown permissions={data} />}
        <Secrets permissions={data} isError={isError} />
        <Contacts permissions={data} />
        <Group title={say('activity')}>
          <PanelRow panel="devices" title={say('devices')} note={say('devicesText')} />
          <PanelRow panel="login-history" title={say('history')} note={say('historyText')} />
        </Group>
        <Level />
        <Group title={say('emergency')}>
          <PanelRow panel="restrictions" title={say('restrictions')} note={say('restrictionsText')} />
          <PanelRow panel="freeze" title={say('freeze')} note={say('freezeText')} />
        </Group>
      </div>
    </Panel>
  );
}

/** What the member cannot do for a while, why, and until when: said before anybody runs into it. */
function CoolDown({ permissions: { coolDowns } }: { permissions: Permissions }) {
  const say = useWords(securityWords);
  const { language } = useSettings();
  const [longest] = coolDowns;
  const zoned = useZoned();
  const now = useServerTime((ms) => Math.floor(ms / 60_000) * 60_000);
  if (!longest || Date.parse(longest.until) <= now) return null;
  const causes = coolDowns.map(({ cause }) => say(`cause.${cause}`)).join(say('causesJoin'));
  return (
    <Notice tone="held">
      <strong>{say('coolTitle', { time: zoned(dayAndTime(longest.until, now, language)) })}</strong>
      <br />
      {say('coolWhy', { causes })}
    </Notice>
  );
}

function Secrets({ permissions, isError }: { permissions: Permissions | undefined; isError: boolean }) {
  const say = useWords(securityWords);
  const unknown = isError ? '' : <Skeleton width="40%" />;
  return (
    <Group title={say('secrets')}>
      <PanelRow panel="password" title={say('password')} note={say('passwordText')} />
      <PanelRow
        panel="transaction-secret"
        title={say('transpass')}
        note={permissions ? say(`secret.${permissions.secretForm}`) : unknown}
      />
      <AuthenticatorRow />
      <PanelRow panel="passkeys" title={say('passkeys')} note={say('passkeysText')} />
      <PanelRow panel="questions" title={say('questions')} note={say('questionsText')} />
      <PanelRow panel="pin" title={say('pin')} note={say('pinText')} />
    </Group>
  );
}

function AuthenticatorRow() {
  const say = useWords(securityWords);
  const { data, isError } = useRead('/member/security/authenticator', {});
  const note = data ? say(`authenticator.${data.state}`) : isError ? '' : <Skeleton width="40%" />;
  return <PanelRow panel="authenticator" title={say('authenticator')} note={note} />;
}

function Contacts({ permissions }: { permissions: Permissions | undefined }) {
  const say = useWords(securityWords);
  const info = useMemberData()?.memberInfo;
  const state = (kind: 'mobile' | 'mail') => permissions && permissions[kind];
  const row = (kind: 'mobile' | 'mail', shown: string | undefined) => {
    const is = state(kind);
    const note = shown === undefined || shown === '' ? say('contact.none') : shown;
    return (
      <PanelRow
        panel="contact"
        title={say(kind)}
        note={note}
        end={is === 'unproven' ? <Pill tone="held">{say('contact.unproven')}</Pill> : undefined}
      />
    );
  };
  return (
    <Group title={say('contacts')}>
      {row('mobile', info?.mobile)}
      {row('mail', info?.email)}
      <Phrase />
    </Group>
  );
}

function Phrase() {
  const say = useWords(securityWords);
  const { data, isError } = useRead('/member/security/phrase', {});
  const note = data ? (data.phrase ?? say('contact.none')) : isError ? '' : <Skeleton width="40%" />;
  return <PanelRow panel="phrase" title={say('phrase')} note={note} />;
}

function Level() {
  const say = useWords(securityWords);
  const { data, isError } = useRead('/member/account/use-level-get', {});
  const title = data ? say('level', { level: data.level }) : <Skeleton width="40%" />;
  if (!data && isError) return null;
  return (
    <Card flush aria-busy={!data}>
      <RowList>
        <PanelRow panel="record" title={title} note={say('levelText')} />
      </RowList>
    </Card>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.group}>
      <h3>{title}</h3>
      <Card flush>
        <RowList label={title}>{children}</RowList>
      </Card>
    </section>
  );
}
