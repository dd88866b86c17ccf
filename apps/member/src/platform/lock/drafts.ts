import type { Session } from '../session/session.ts';

/** What is half typed, by form. In memory alone: it ends with the page, with the session, and with another member. */
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
