import {
  Avatar,
  Button,
  Card,
  CardIcon,
  Checkbox,
  Question,
  ListingsIcon,
  ListRow,
  LockIcon,
  Panel,
  RecordsIcon,
  RowIcon,
  RowList,
  Segmented,
  SignOutIcon,
  stackClass,
} from '@holdfast/ui';
import { useState } from 'react';
import { useRead } from '@holdfast/client/queries';
import { useAction } from '@holdfast/client/calls';
import { useWords, LANGUAGE_OPTIONS } from '@holdfast/client/i18n';
import { useMemberData, useServices, useSettings } from '#state/services.tsx';
import { leaveByChoice } from '#state/session/return-place.ts';
import { PanelRow } from '#components/panel-row.tsx';
import styles from './settings.module.css';
import { settingsWords } from './settings.words.ts';

/** What a member sets on this device, and the ways to what has no tab of its own. */
export function SettingsPanel({ onClose }: { onClose: () => void }) {
  const say = useWords(settingsWords);
  const { settings } = useServices();
  const { language, theme, hidesAmounts } = useSettings();
  const member = useMemberData();
  return (
    <Panel title={say('title')} onClose={onClose}>
      <div className={stackClass}>
        {member && <Places nick={member.login.nick} account={member.login.account} />}
        <Card className={styles.group}>
          <h3>{say('language')}</h3>
          <Segmented
            stretch
            label={say('language')}
            value={language}
            onChange={(next) => settings.change({ language: next })}
            options={LANGUAGE_OPTIONS}
          />
          <h3>{say('theme')}</h3>
          <Segmented
            stretch
            label={say('theme')}
            value={theme}
            onChange={(next) => settings.change({ theme: next })}
            options={[
              { value: 'system', label: say('system') },
              { value: 'light', label: say('light') },
              { value: 'dark', label: say('dark') },
            ]}
          />
          {member && (
            <Checkbox
              label={say('privacy')}
              note={say('privacyText')}
              checked={hidesAmounts}
              onChange={(event) => settings.change({ hidesAmounts: event.target.checked })}
            />
          )}
        </Card>
        {member && <SignOut />}
      </div>
    </Panel>
  );
}

/** What has a panel of its own, in the order of the list. */
const PLACES = [
  { panel: 'security', icon: LockIcon, title: 'security', note: 'securityText' },
  { panel: 'bank-cards', icon: CardIcon, title: 'cards', note: 'cardsText' },
  { panel: 'pin', icon: LockIcon, title: 'pin', note: 'pinText' },
  { panel: 'journal', icon: RecordsIcon, title: 'records', note: 'recordsText' },
  { panel: 'debug-log', icon: ListingsIcon, title: 'log', note: 'logText' },
] as const;

function Places({ nick, account }: { nick: string; account: string }) {
  const say = useWords(settingsWords);
  const { data: permissions } = useRead('/member/account/permissions', {});
  const self = {
    lead: <Avatar name={nick} />,
    title: nick,
    note: `${say('account')} ${account}`,
  };
  return (
    <Card flush>
      <RowList>
        {permissions?.mayRename ? (
          <PanelRow panel="rename" {...self} end={say('rename')} />
        ) : (
          <li>
            <ListRow {...self} />
          </li>
        )}
        {PLACES.map(({ panel, icon: Icon, title, note }) => (
          <PanelRow
            key={panel}
            panel={panel}
            lead={
              <RowIcon>
                <Icon size={20} />
              </RowIcon>
            }
            title={say(title)}
            note={say(note)}
          />
        ))}
      </RowList>
    </Card>
  );
}

function SignOut() {
  const say = useWords(settingsWords);
  const services = useServices();
  const [isAsking, setAsking] = useState(false);
  const signOut = useAction(async () => {
    leaveByChoice(services.tab);
    await services.signOut();
  });
  return (
    <>
      <Button look="quiet" block icon={<SignOutIcon size={18} />} onClick={() => setAsking(true)}>
        {say('signOut')}
      </Button>
      {isAsking && (
        <Question
          title={say('signOutAsk')}
          cancel={say('cancel')}
          confirm={say('signOut')}
          busy={signOut.isBusy}
          onConfirm={() => void signOut.run()}
          onClose={() => setAsking(false)}
        >
          {say('signOutText')}
        </Question>
      )}
    </>
  );
}
