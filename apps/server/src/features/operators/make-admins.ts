import { INVITATION_HOURS } from '@holdfast/contract/operators';
import { writeAudit } from '#platform/audit/audit.ts';
import { inTransaction, type Database } from '#platform/db/db.ts';
import type { Messages } from '#platform/messaging/messages.ts';
import { makeInvitation } from './administration.ts';
import { insertInvitation } from './credential.store.ts';
import { hasAdmins, insertOperator, resetAdmin } from './founding.store.ts';
import { listOperators } from './operator.store.ts';

/**
 * The first two administrators, and one that has lost everything: commands of whoever owns the database. Nobody else can make an
 * administrator without another one, and there is none by default.
 */

export interface Invited {
  readonly email: string;
  readonly invitation: string;
}

const MAIL = /^[^\s@]{1,64}@[^\s@]{1,180}\.[a-z]{2,24}$/;
export const isOperatorMail = (text: string): boolean => MAIL.test(text);

/** Makes the first two administrators; undefined where there is one already. `owner`: the database as its owner. */
export function createAdmins(
  owner: Database,
  emails: readonly [string, string],
): Promise<readonly Invited[] | undefined> {
  return inTransaction(owner, async (tx) => {
    if (await hasAdmins(tx)) return undefined;
    const invited: Invited[] = [];
    for (const email of emails) {
      const [name = email] = email.split('@');
      const operatorId = await insertOperator(tx, { email, name, role: 'admin' });
      const invitation = makeInvitation();
      await insertInvitation(tx, { operatorId, token: invitation, hours: INVITATION_HOURS });
      invited.push({ email, invitation });
    }
    await writeAudit(tx, {
      actor: 'system',
      action: 'admins-made',
      subject: 'operators',
      detail: { emails: emails.join(', ') },
    });
    return invited;
  });
}

const TOLD = {
  subject: '穩付後台：管理員已由指令復原 An administrator was recovered by a command',
  text: (email: string) =>
    `${email} 的登入方式已由伺服器指令重設。若您不知情，請立即聯絡其他管理員。\nThe sign-in of ${email} was reset by a command on the server. If you do not know of this, talk to the other administrators at once.`,
};

/** Lets an administrator begin anew. It is audited, every operator gets a mail, and the console says it for a week. */
export function recoverAdmin(
  owner: Database,
  messages: Messages,
  email: string,
): Promise<Invited | undefined> {
  return inTransaction(owner, async (tx) => {
    const operatorId = await resetAdmin(tx, email);
    if (operatorId === undefined) return undefined;
    const invitation = makeInvitation();
    await insertInvitation(tx, { operatorId, token: invitation, hours: INVITATION_HOURS });
    await writeAudit(tx, { actor: 'system', action: 'admin-recovered', subject: `operator:${email}` });
    for (const operator of await listOperators(tx))
      if (!operator.isDisabled)
        await messages.queue(tx, {
          channel: 'mail',
          to: operator.email,
          subject: TOLD.subject,
          text: TOLD.text(email),
          usefulMinutes: 7 * 24 * 60,
          reader: undefined,
        });
    return { email, invitation };
  });
}
