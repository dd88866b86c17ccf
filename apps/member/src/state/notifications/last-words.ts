import type { InboxRow } from '@holdfast/contract/calls';
import { withoutSuperseded } from './last-words.rules.ts';
import { messagesOf, type Waiting } from './notices.ts';

/** The messages that wait and still hold, in the order in which they are shown. Apart from the notices: this is nothing to who is not signed in. */
export const lastWordsOf = (waiting: Waiting): readonly InboxRow[] => withoutSuperseded(messagesOf(waiting));
