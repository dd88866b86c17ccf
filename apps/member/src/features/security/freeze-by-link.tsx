import { appError, type ErrorName } from '@holdfast/contract/errors';
import { Button, Card, stackClass } from '@holdfast/ui';
import { useAction } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { useServices } from '#state/services.tsx';
import { Refusal } from '#components/refusal.tsx';
import styles from './security.module.css';
import { securityWords } from './security.words.ts';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** After these the link is of no use any more. */
const FINAL: readonly string[] = [
  'FREEZE_LINK_USED',
  'FREEZE_LINK_EXPIRED',
  'FREEZE_LINK_UNKNOWN',
] satisfies ErrorName[];

interface FreezeByLinkProps {
  link: string;
  onDone: () => void;
  /** To the ways that need no link. */
  onOtherWay: () => void;
}

/** Freezes by the link of a security message, once the member has said so: whoever only opens the link freezes nothing. */
export function FreezeByLink({ link, onDone, onOtherWay }: FreezeByLinkProps) {
  const say = useWords(securityWords);
  const { callApi, freezeLink } = useServices();
  const freeze = useAction(
    async () => {
      // Cut short by a mail program, or typed.
      if (!TOKEN.test(link)) throw appError('FREEZE_LINK_UNKNOWN');
      await callApi('/member/security/freeze-without-session', { input: { link } });
      freezeLink.keep(undefined);
      onDone();
    },
    { shows: ['FREEZE_LINK_USED', 'FREEZE_LINK_EXPIRED', 'FREEZE_LINK_UNKNOWN', 'RATE_LIMITED'] },
  );
  if (freeze.error && FINAL.includes(freeze.error.code))
    return (
      <div className={stackClass}>
        <Refusal error={freeze.error} />
        <Button block large onClick={onOtherWay} data-autofocus>
          {say('freezeOtherWay')}
        </Button>
      </div>
    );
  return (
    <div className={stackClass}>
      <Card>
        <p>{say('freezeLinkIntro')}</p>
        <ul className={styles.list}>
          <li>{say('freezeLinkOne')}</li>
          <li>{say('freezeTwo')}</li>
          <li>{say('freezeThree')}</li>
          <li>{say('freezeFour')}</li>
        </ul>
      </Card>
      <Refusal error={freeze.error} />
      <Button look="danger" block large busy={freeze.isBusy} onClick={() => void freeze.run()}>
        {say('freezeDo')}
      </Button>
      <Button look="text" block onClick={onOtherWay}>
        {say('freezeOtherWay')}
      </Button>
    </div>
  );
}
