/**
 * The numbers and names that the product is asked for (docs/spec, by section), each once. Both sides read them here, so a limit that the
 * form shows is the limit that the server enforces. What is ours says so.
 */

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

// Lengths of what a member types (spec 5, spec 9).
export const PIN_LENGTH = 4; // spec 9
export const TRANSACTION_CODE_LENGTH = 6; // spec 9
export const ACCOUNT_LENGTH_MIN = 6; // spec 9
export const ACCOUNT_LENGTH_MAX = 15; // spec 9
export const NICKNAME_LENGTH_MIN = 1; // spec 5
export const NICKNAME_LENGTH_MAX = 10; // spec 9
export const PASSWORD_LENGTH_MIN = 6; // spec 9
export const PASSWORD_LENGTH_MAX = 12; // spec 9
export const AGE_YEARS_MIN = 18; // spec 9: the example age
export const FILE_UNIT_BASE = 1024; // spec 9

// Talking to the server (spec 7, spec 9).
export const REQUEST_TIMEOUT_MS = 30 * SECOND_MS; // spec 9
export const KEY_ERROR_RETRY_DELAY_MS = SECOND_MS; // spec 9: the wait before the new key exchange after ERROR001
export const PUSH_TOKEN_REFRESH_MS = 10 * MINUTE_MS; // spec 9
export const CHUNK_LOAD_TIMEOUT_MS = 120 * SECOND_MS; // spec 9
export const PUBLIC_ASSET_PATH = '/'; // spec 9: the site root

// Session (spec 4, spec 9).
export const INACTIVITY_TIMEOUT_MS = 60 * MINUTE_MS; // spec 9
export const INACTIVITY_TIMER_NAME = 'Behavior'; // spec 4: the only timer name
export const ACTIVITY_REPORT_MS = 75_000; // ours: longest silence towards the server while a person is active; well within `PRESENT_MS`
export const SESSION_LIFETIME_MS = 24 * 60 * MINUTE_MS; // ours: absolute

// The shell (spec 2, spec 4, spec 9).
export const ERROR_DIALOG_AUTO_CLOSE_MS = 6 * SECOND_MS; // spec 9
export const SUPPORT_BUTTON_SIZE_PX = 48; // spec 9
export const SUPPORT_BUTTON_DRAG_OFFSET_PX = 24; // spec 9
export const MASK_Z_INDEX = 4000; // spec 9
export const NOTIFICATION_DIALOG_WIDTH_PX = 300; // spec 9
export const SCROLL_THRESHOLD_PX = 100; // spec 9
/** The first Safari with Web Push. Versions below it get the "please update" alert (docs/decisions/0009-safari-check.md). */
export const SAFARI_VERSION_MIN = { major: 16, minor: 4 } as const; // spec 9

// Device identity and the exchange (spec 3, spec 9).
export const DEVICE_IDENTITY_HEX_LENGTH = 16; // spec 9
export const EXCHANGE_PRIVATE_KEY_BYTES = 32; // spec 9
export const CHANNEL_CRYPTO = {
  curve: 'secp256k1',
  cipher: 'AES/CBC/PKCS7Padding',
  coding: 'Base64Url',
  keyBits: 256,
  expire: 1,
  prefix: 'L:',
  delimiter: '&',
} as const; // spec 3
export const CHANNEL_LIFETIME_MS = CHANNEL_CRYPTO.expire * 60 * MINUTE_MS; // spec 3: "expire 1", read as one hour

// The debug log (spec 3, spec 8, spec 9).
export const DEBUG_LOG_BYTES_MAX = 5 * FILE_UNIT_BASE * FILE_UNIT_BASE; // spec 9: about 5 MB
export const DEBUG_LOG_FREE_BYTES = 256 * FILE_UNIT_BASE; // ours: storage that the log leaves to the app
export const DEBUG_LOG_DIVIDER = '\n----------\n'; // spec 9: a divider line between entries

export const DEBUG_MODES = ['open', 'errorOnly', 'close'] as const; // spec 3

// Names in browser storage (spec 3).
export const STORAGE_KEYS = {
  memberData: 'memberData',
  userDeviceSet: 'userDeviceSet',
  pmid: 'pmid',
  otherSetUp: 'otherSetUp',
  debugMod: 'debugMod',
  logAsk: 'logAsk',
} as const;
/** The avatar's file id lies in local storage under the account name followed by this. */
export const AVATAR_STORAGE_SUFFIX = '-avatar'; // spec 3: a fixed suffix
/** The internal key of an avatar's checksum. It ships in every client, so it keeps nothing secret: avatars are public. */
export const AVATAR_CHECKSUM_KEY = 'holdfast-avatar-1'; // spec 3

/** A message that begins so is shown as it came (spec 8). */
export const CANCEL_LIMIT_PREFIX = '當日取消訂單超過限制';

/** Minutes for which the server knows a RID at all: at least as long as any answer is stored. */
export const ANSWER_KEPT_MINUTES_MAX = 7 * 24 * 60;
