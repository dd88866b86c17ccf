import type { Session } from '../session/session.ts';

/**
 * What was open when the lock, or the way to a transaction secret, took it off the screen. In memory alone: it ends with the page, with
 * the session, with another member, and when the way leads to another screen (`pin-lock-gate.tsx`).
 */
export type Drafts = Map<string, unknown>;

export function createDrafts(session: Pick<Session, 'read' | 'subscribe'>): Drafts {
  const drafts: Drafts = new Map();
  const uid = () => session.read()?.login.uid;
  let owner = uid();
  session.subscribe(() => {
    if (uid() !== owner) drafts.clear();
    owner = uid();
  });
  return drafts;
}
