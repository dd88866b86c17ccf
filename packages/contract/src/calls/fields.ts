import { COINS, parsePrice } from '@holdfast/kernel';
import * as z from 'zod/mini';
import { field } from '../wire/field.ts';
import { parseJsonValue } from '../wire/json.ts';
import { isCivilDate } from '../rules/age.ts';
import { OTP_CHANNELS } from '../member/one-time-code.ts';
import { isOneTimeCode } from '../rules/digits.ts';

/** Fields that several calls share, each with what a log may show. On the wire every value is a text; a structured value is JSON text (`json`). */

export const empty = z.strictObject({});

/** JSON text inside one value of the request, checked by `schema` after parsing. What is not JSON by our rules is a schema failure. */
/* @__NO_SIDE_EFFECTS__ */
export function json<T extends z.ZodMiniType>(schema: T) {
  return z.pipe(
    z.transform((text: unknown, ctx) => {
      const parsed = parseJsonValue(String(text));
      if (parsed) return parsed.value;
      ctx.issues.push({ code: 'custom', message: 'not JSON', input: text });
      return z.NEVER;
    }),
    schema,
  );
}

export const id = field(z.string().check(z.regex(/^[1-9]\d{0,17}$/)), { log: 'plain' });
/** A version of a row that the caller has seen, so that a command never acts on something else. */
export const version = field(z.string().check(z.regex(/^(0|[1-9]\d{0,8})$/)), { log: 'plain' });
export const coin = z.enum(COINS);
export const accountText = field(z.string().check(z.minLength(1), z.maxLength(64)), { log: 'masked' });
export const nickText = field(z.string().check(z.maxLength(64)), { log: 'plain' });
export const secretText = field(z.string().check(z.minLength(1), z.maxLength(64)), { log: 'never' });
/** A session's token: what its device derives the proof from. */
export const tokenText = field(z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)), { log: 'never' });
export const installId = field(z.string().check(z.regex(/^[0-9a-f]{32}$/)), { log: 'never' });

/** The token of a listing's link: whoever has it can open the listing. */
export const listingLink = field(z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/)), { log: 'never' });
/** The token of a one-use proof, such as an OTP ticket. */
export const ticketText = field(z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)), { log: 'never' });
/** The ticket of a code that a command asks for besides the transaction secret while a cool-down runs. */
export const proofTicket = field(z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)), {
  log: 'never',
  isProof: true,
});
/** Names a one-time code that was sent, not the code. */
export const codeId = field(z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)), {
  log: 'plain',
});
export const codeText = field(z.string().check(z.refine(isOneTimeCode)), { log: 'never' });
/** Question or answer of a ceremony of WebAuthn, as JSON text. The server's library reads it. */
export const ceremonyText = field(z.string().check(z.minLength(2), z.maxLength(8000)), { log: 'never' });
/** A code of an authenticator app, or a recovery code, as it was typed. */
export const authenticatorText = field(z.string().check(z.minLength(1), z.maxLength(32)), { log: 'never' });
/** A mobile number or a mail address as typed. */
export const addressText = field(z.string().check(z.minLength(1), z.maxLength(254)), { log: 'never' });
/** Where codes of a member go, the address masked. */
export const codeAddress = z.object({
  channel: z.enum(OTP_CHANNELS),
  address: field(z.string(), { log: 'masked' }),
});
export const language = z.enum(['zh-TW', 'en']);

/** A positive decimal amount of some coin; the coin's own scale is checked by `parseAmount` once the coin is known. */
export const amountText = field(z.string().check(z.regex(/^(0|[1-9]\d{0,15})(\.\d{1,6})?$/)), {
  log: 'plain',
});
export const priceText = field(z.string().check(z.refine((text) => parsePrice(text) !== undefined)), {
  log: 'plain',
});

/** An instant as ISO 8601 in UTC with milliseconds; screens show it in Asia/Taipei. */
export const instant = field(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)), {
  log: 'plain',
});
/** A day of Taipei as `YYYY-MM-DD`. */
export const civilDate = field(z.string().check(z.refine(isCivilDate)), { log: 'plain' });
export const decimal = field(z.string().check(z.regex(/^-?\d+\.\d+$/)), { log: 'plain' });

/** Made by the server, opaque to everybody else. */
const cursor = field(z.string().check(z.regex(/^[A-Za-z0-9._-]{1,100}$/)), { log: 'plain' });

/** Pagination, the same for every list: input of the next page is the `next` of the page before. The first page has no cursor. */
export const page = { cursor: z.optional(cursor) };

/** The output of a list: one page of it, and the cursor of the next one; null at the end. */
/* @__NO_SIDE_EFFECTS__ */
export function paged<T extends z.ZodMiniType>(item: T) {
  return z.object({ items: z.array(item), next: z.nullable(cursor) });
}

/** Where something was done from: the name of the place, '' for unknown, and the prefix of the network, such as 203.0.113.0/24. */
export const place = {
  place: field(z.string(), { log: 'plain' }),
  network: field(z.string(), { log: 'plain' }),
};
