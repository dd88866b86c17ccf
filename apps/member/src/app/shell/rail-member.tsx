import { useWords } from '@holdfast/client/i18n';
import { Link } from '#platform/router/router-context.tsx';
import { usePanelAddress } from '#platform/router/use-panel-address.ts';
import { useMemberData } from '#state/services.tsx';
import { OwnAvatar } from '#components/own-avatar.tsx';
import { frameWords } from './frame.words.ts';
import styles from './shell.module.css';

/** Who is signed in, at the foot of the rail; leads to the settings. */
export function RailMember() {
  const say = useWords(frameWords);
  const member = useMemberData();
  const panelAddress = usePanelAddress();
  if (!member) return null;
  const { nick } = member.login;
  return (
    <Link to={panelAddress('settings')} className={styles.railMember}>
      <OwnAvatar />
      <span className={styles.railMemberText}>
        <span className={styles.railNick}>{nick}</span>
        <span className={styles.railNote}>
          {member.memberInfo ? `Lv.${member.memberInfo.userLevel} · ` : ''}
          {say('settings')}
        </span>
      </span>
    </Link>
  );
}
