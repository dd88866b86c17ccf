import { endsSession } from '@holdfast/client/calls';
import type { Notices } from '../notifications/notices.ts';
import { forgetMember } from './forget-tab.ts';
import type { Kept } from './kept.ts';
import type { Session } from './session.ts';
import type { SessionEnd } from './session-end.ts';

interface Parts {
  sessionEnd: SessionEnd;
  session: Session;
  notices: Notices;
  typedAccount: Kept<string>;
  shared: Storage;
  /** Drops what this tab has of its member besides: keys, the debug log. */
  forget: () => void;
}

/**
 * What follows from the end of a session. Each tab forgets its member, whichever tab ended the session. Returns how this one ends it, which
 * also forgets what all tabs share: a tab that hears of it late must not forget what belongs to the next member.
 */
export function connectSessionEnd({ sessionEnd, session, notices, typedAccount, shared, forget }: Parts) {
  const forgetHere = () => {
    forget();
    notices.change(() => ({ rows: [], safety: [], popUps: [], answered: [] }));
  };
  sessionEnd.onOver(({ account }, { data: { reason } }) => {
    // Whoever did not do that freezes the account next, without a session that names it.
    if (reason === 'takeover') typedAccount.keep(account);
    forgetHere();
  });
  // How the last session ended is over with the next one, whichever tab it was begun in.
  session.subscribe(() => {
    const { errors, quietEnd } = notices.read();
    if (session.read() && (quietEnd !== undefined || errors.some(endsSession)))
      notices.change(() => ({ quietEnd: undefined, errors: errors.filter((error) => !endsSession(error)) }));
  });
  sessionEnd.start();
  return (why?: Parameters<SessionEnd['end']>[0]): void => {
    sessionEnd.end(why);
    forgetHere();
    forgetMember(shared);
  };
}
