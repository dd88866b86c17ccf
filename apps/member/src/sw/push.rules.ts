/** A push message as the server sends it (`PushPayload` of the contract), read without its schemas: the worker is small. */
export interface PushedMessage {
  readonly type: string;
  /** Its number in the inbox; a test message has none. */
  readonly seq: string | undefined;
  /** The test that a member has asked for. */
  readonly testId: string | undefined;
  readonly binding: string;
  readonly title: string;
  readonly body: string;
  /** What a click opens. */
  readonly address: string;
  /** The words of the button that leads to the freeze; undefined for a message without one. */
  readonly notMe: string | undefined;
}

/** Where a member is asked whether to freeze the account, with a session or without one. Opening it does nothing. */
export const FREEZE_ADDRESS = '/home?panel=freeze';
export const NOT_ME_ACTION = 'not-me';

const HOME = '/home';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const textOf = (value: unknown, form: RegExp): string | undefined =>
  typeof value === 'string' && form.test(value) ? value : undefined;

/** The order that a message is about, or home, where what is new is shown. Nothing of a message becomes an address but a number and a word. */
function addressOf(type: string, orderId: string | undefined): string {
  return orderId === undefined ? HOME : `/front-end-order?type=${type}&orderId=${orderId}`;
}

/** Reads what has arrived. Undefined for what is none of our messages. */
export function readMessage(text: string): PushedMessage | undefined {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(given) || !isRecord(given['data']) || !isRecord(given['notification'])) return undefined;
  const { data, notification } = given;
  const type = textOf(data['type'], /^\w{1,60}$/);
  const binding = textOf(data['binding'], /^[0-9a-f]{32}$/);
  const title = textOf(notification['title'], /\S/);
  if (type === undefined || binding === undefined || title === undefined) return undefined;
  return {
    type,
    binding,
    title,
    body: textOf(notification['body'], /\S/) ?? '',
    seq: textOf(data['seq'], /^\d{1,18}$/),
    testId: textOf(data['testId'], /^[0-9a-f]{32}$/),
    address: addressOf(type, textOf(data['orderId'], /^[1-9]\d{0,17}$/)),
    notMe: textOf(notification['notMe'], /^\S.{0,30}$/),
  };
}

/** The same for the copies that the open page and the push service bring: of one tag a device shows one. */
export const tagOf = ({ seq, testId }: PushedMessage): string =>
  testId === undefined ? `inbox-${seq ?? ''}` : `test-${testId}`;

/** Safari takes the subscription away from who shows nothing, also while somebody looks at the app. */
export const mustShow = (userAgent: string): boolean =>
  userAgent.includes('AppleWebKit/') && !/Chrome|Chromium|Edg|Android/.test(userAgent);
