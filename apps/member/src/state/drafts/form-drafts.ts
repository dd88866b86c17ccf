import {
  createStored,
  createTextSealer,
  isRecord,
  recordOf,
  text,
  type Stored,
  type TextSealer,
} from '@holdfast/client/storage';
import type { Session } from '../session/session.ts';

export const FORM_DRAFTS_KEY = 'formDrafts';

interface Parts {
  session: Pick<Session, 'read' | 'subscribe' | 'token'>;
  tab: Storage;
}

type Values = Readonly<Record<string, unknown>>;
const NOTHING: Values = {};
/** Who types before there is a session. */
const NOBODY = '';

function toValues(json: string): Values {
  try {
    const values: unknown = JSON.parse(json);
    return isRecord(values) ? values : NOTHING;
  } catch {
    return NOTHING;
  }
}

/**
 * What is typed into forms and not sent yet, by the name of the form. It survives Back, another screen, the PIN lock and a reload of this
 * tab; it ends when the form is sent, with the session, and with the tab. Never a secret: no password, no code, no PIN.
 *
 * A member's drafts lie in the tab's storage encrypted under the access token. With the PIN lock on, the token itself lies in the sealed PIN
 * record, so nobody reads a draft without the unlock. Somebody who registers has no token, and no PIN either: theirs lie as they are.
 */
export class FormDrafts {
  readonly #session: Parts['session'];
  readonly #stored: Stored<{ owner: string; text: string }>;
  readonly #listeners = new Set<() => void>();
  readonly #restored: Promise<void>;
  #owner: string;
  #values = NOTHING;
  #sealer: Promise<TextSealer | undefined> | undefined;

  constructor({ session, tab }: Parts) {
    this.#session = session;
    this.#stored = createStored({
      area: tab,
      key: FORM_DRAFTS_KEY,
      read: recordOf({ owner: text, text }),
    });
    this.#owner = this.#uid();
    this.#restored = this.#restore();
    session.subscribe(() => this.#followSession());
  }

  readonly read = (form: string): unknown => this.#values[form];

  readonly write = (form: string, value: unknown): void => {
    this.#change({ ...this.#values, [form]: value });
    void this.#keep();
  };

  /** The form was sent, or given up by a choice of its own. */
  readonly forget = (form: string): void => {
    if (!Object.hasOwn(this.#values, form)) return;
    const { [form]: _, ...others } = this.#values;
    this.#change(others);
    void this.#keep();
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  #uid(): string {
    return this.#session.read()?.login.uid ?? NOBODY;
  }

  #change(values: Values): void {
    this.#values = values;
    for (const listener of this.#listeners) listener();
  }

  /** Under the PIN lock the token waits for the unlock. Without Web Crypto there is no sealer, and drafts live as long as the page. */
  #sealerNow(): Promise<TextSealer | undefined> {
    this.#sealer ??= this.#session
      .token()
      .then((token) => (token === undefined ? undefined : createTextSealer(token, 'form drafts')))
      .catch(() => undefined);
    return this.#sealer;
  }

  async #restore(): Promise<void> {
    const kept = this.#stored.read();
    if (!kept) return;
    const { owner } = kept;
    if (owner !== this.#owner) return this.#stored.clear();
    const json = owner === NOBODY ? kept.text : await (await this.#sealerNow())?.open(kept.text);
    // What was typed while the old drafts were being opened is newer.
    if (json !== undefined && owner === this.#owner) this.#change({ ...toValues(json), ...this.#values });
  }

  async #keep(): Promise<void> {
    await this.#restored;
    const [owner, values] = [this.#owner, this.#values];
    if (Object.keys(values).length === 0) return this.#stored.clear();
    const json = JSON.stringify(values);
    const text = owner === NOBODY ? json : await (await this.#sealerNow())?.seal(json);
    // A later change is written by its own turn; a member who has left leaves nothing.
    if (text !== undefined && values === this.#values && owner === this.#owner)
      this.#stored.write({ owner, text });
  }

  #followSession(): void {
    this.#sealer = undefined; // the token may be another one
    const uid = this.#uid();
    if (uid !== this.#owner) {
      this.#owner = uid;
      this.#stored.clear();
      this.#change(NOTHING);
    } else if (this.#values !== NOTHING) void this.#keep();
  }
}
