import {
  AvatarIcon,
  BellIcon,
  Button,
  Card,
  CardIcon,
  CheckIcon,
  Checkbox,
  Question,
  ListingsIcon,
  ListRow,
  LockIcon,
  Panel,
  NextIcon,
  RecordsIcon,
  RowIcon,
  rowClass,
  RowList,
  Segmented,
  SignOutIcon,
  SupportIcon,
  stackClass,
} from '@holdfast/ui';
import { useState } from 'react';
import { useRead } from '@holdfast/client/queries';
import { useAction } from '@holdfast/client/calls';
import { useWords, LANGUAGE_OPTIONS } from '@holdfast/client/i18n';
import { useMemberData, useServerStatus, useServices, useSettings } from '#state/services.tsx';
import { play } from '#platform/attention/attention.ts';
import { safeLink } from '#state/status/status.rules.ts';
import { leaveByChoice } from '#state/session/return-place.ts';
import type { PanelName } from '#platform/router/routes.rules.ts';
import type { JumpFlag } from '#state/jumps.ts';
import { OwnAvatar } from '#components/own-avatar.tsx';
import { PanelRow } from '#components/panel-row.tsx';
import styles from './settings.module.css';
import { PresenceChoice } from './presence-choice.tsx';
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
        {member && <Places {...member.login} />}
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
          {member && <Sounds />}
          {member && <PresenceChoice />}
        </Card>
        {member && <SignOut />}
      </div>
    </Panel>
  );
}

/** Off until it is wanted. Switched on it is heard at once, which also lets the browser play it later. */
function Sounds() {
  const say = useWords(settingsWords);
  const { settings } = useServices();
  const { sounds } = useSettings();
  return (
    <Checkbox
      label={say('sounds')}
      note={say('soundsText')}
      checked={sounds}
      onChange={(event) => {
        const isOn = event.target.checked;
        settings.change({ sounds: isOn });
        if (isOn) void play('needs-you').catch(() => {});
      }}
    />
  );
}

type Word = keyof (typeof settingsWords)['zh-TW'];

interface PlaceRow {
  readonly panel: PanelName;
  readonly icon: typeof LockIcon;
  readonly title: Word;
  readonly note: Word;
  /** The one-shot flag that opens it, so that Back leads here again. */
  readonly flag?: JumpFlag;
}

/** What has a panel of its own, in the order of the list. */
const PLACES: readonly PlaceRow[] = [
  { panel: 'avatar', icon: AvatarIcon, title: 'avatar', note: 'avatarText' },
  { panel: 'real-name', icon: CheckIcon, title: 'realName', note: 'realNameText' },
  { panel: 'security', icon: LockIcon, title: 'security', note: 'securityText' },
  {
    panel: 'bank-cards',
    icon: CardIcon,
    title: 'cards',
    note: 'cardsText',
    flag: 'jumpBindBankCardPassLeftMenu',
  },
  { panel: 'pay-accounts', icon: CardIcon, title: 'payAccounts', note: 'payAccountsText' },
  { panel: 'pin', icon: LockIcon, title: 'pin', note: 'pinText' },
  { panel: 'record', icon: ListingsIcon, title: 'record', note: 'recordText' },
  { panel: 'limits', icon: RecordsIcon, title: 'limits', note: 'limitsText' },
  { panel: 'push', icon: BellIcon, title: 'push', note: 'pushText' },
  { panel: 'journal', icon: RecordsIcon, title: 'records', note: 'recordsText' },
  { panel: 'debug-log', icon: ListingsIcon, title: 'log', note: 'logText' },
];

function Places({ nick, account }: { nick: string; account: string }) {
  const say = useWords(settingsWords);
  const { data: permissions } = useRead('/member/account/permissions', {});
  const self = {
    lead: <OwnAvatar />,
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
        {PLACES.map(({ icon: Icon, title, note, ...place }) => (
          <PanelRow
            key={place.panel}
            {...place}
            lead={
              <RowIcon>
                <Icon size={20} />
              </RowIcon>
            }
            title={say(title)}
            note={say(note)}
          />
        ))}
        <ContactUs />
      </RowList>
    </Card>
  );
}

/** Customer service: the frame asks first, with what it never asks for. */
function ContactUs() {
  const say = useWords(settingsWords);
  const { jumps } = useServices();
  if (safeLink(useServerStatus()?.supportUrl) === undefined) return null;
  return (
    <li>
      <button type="button" className={rowClass} onClick={() => jumps.set('jumpContactUsPassLeftMenu')}>
        <ListRow.Body
          lead={
            <RowIcon>
              <SupportIcon size={20} />
            </RowIcon>
          }
          title={say('contactUs')}
          note={say('contactUsText')}
          end={<NextIcon size={18} />}
        />
      </button>
    </li>
  );
}

/** Sign-out is told to the server when it can be reached; the device forgets either way. */
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
