import {
  createStored,
  createTextSealer,
  isRecord,
  recordOf,
  text,
  type TextSealer,
} from '@holdfast/client/storage';
import type { Session } from '../session/session.ts';

/**
 * What is typed into forms and not sent yet, by the name of the form. It survives Back, another screen, the PIN lock and a reload of this
 * tab; it ends when the form is sent, with the session, and with the tab. Never a secret: no password, no code, no PIN.
 */
export interface FormDrafts {
  read: (form: string) => unknown;
  write: (form: string, value: unknown) => void;
  /** The form was sent, or given up by a choice of its own. */
  forget: (form: string) => void;
  subscribe: (listener: () => void) => () => void;
}

export const FORM_DRAFTS_KEY = 'formDrafts';

interface Parts {
  session: Pick<Session, 'read' | 'subscribe' | 'token'>;
  tab: Storage;
}

type Values = Readonly<Record<string, unknown>>;
const NOTHING: Values = {};

function toValues(json: string): Values {
  try {
    const values: unknown = JSON.parse(json);
    return isRecord(values) ? values : NOTHING;
  } catch {
    return NOTHING;
  }
}

/**
 * A member's drafts lie in the tab's storage encrypted under the access token. With the PIN lock on, the token itself lies in the sealed PIN
 * record, so nobody reads a draft without the unlock. Somebody who registers has no token, and no PIN either: theirs lie as they are.
 */
export function createFormDrafts({ session, tab }: Parts): FormDrafts {
  const stored = createStored({
    area: tab,
    key: FORM_DRAFTS_KEY,
    read: recordOf({ owner: text, text }),
  });
  const listeners = new Set<() => void>();
  const nobody = '';
  const uid = () => session.read()?.login.uid ?? nobody;
  let owner = uid();
  let values = NOTHING;
  let sealer: Promise<TextSealer | undefined> | undefined;

  const change = (next: Values): void => {
    values = next;
    for (const listener of listeners) listener();
  };
  /** Under the lock the token waits for the unlock. Without Web Crypto there is no sealer, and drafts live as long as the page. */
  const sealerNow = (): Promise<TextSealer | undefined> =>
    (sealer ??= session
      .token()
      .then((token) => (token === undefined ? undefined : createTextSealer(token, 'form drafts')))
      .catch(() => undefined));

  async function restore(): Promise<void> {
    const kept = stored.read();
    if (!kept) return;
    if (kept.owner !== owner) return stored.clear();
    const json = owner === nobody ? kept.text : await (await sealerNow())?.open(kept.text);
    // What was typed while the old drafts were being opened is newer.
    if (json !== undefined && kept.owner === owner) change({ ...toValues(json), ...values });
  }

  async function keep(): Promise<void> {
    await restored;
    const [whose, kept] = [owner, values];
    if (Object.keys(kept).length === 0) return stored.clear();
    const json = JSON.stringify(kept);
    const sealed = whose === nobody ? json : await (await sealerNow())?.seal(json);
    // A later change is written by its own turn; a member who has left leaves nothing.
    if (sealed !== undefined && kept === values && whose === owner)
      stored.write({ owner: whose, text: sealed });
  }

  const restored = restore();
  session.subscribe(() => {
    sealer = undefined; // the token may be another one
    const next = uid();
    if (next !== owner) {
      owner = next;
      stored.clear();
      change(NOTHING);
    } else if (values !== NOTHING) void keep();
  });
  return {
    read: (form) => values[form],
    write(form, value) {
      change({ ...values, [form]: value });
      void keep();
    },
    forget(form) {
      if (!Object.hasOwn(values, form)) return;
      const { [form]: _, ...others } = values;
      change(others);
      void keep();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
