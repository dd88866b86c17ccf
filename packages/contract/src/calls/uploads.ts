import * as z from 'zod/mini';
import { field } from '../wire/field.ts';
import { FILE_ID, FILE_PURPOSES, UPLOAD_TYPES } from '../rules/uploads.ts';
import { read, write } from './call.ts';
import { empty, instant } from './fields.ts';

/** Files: tokens to upload one, links to read one, the own avatar. The files themselves travel beside the channel (docs/spec/channel.md). */

/** Names a stored file. It proves nothing: a private file also needs a link. */
export const fileId = field(z.string().check(z.regex(FILE_ID)), { log: 'plain' });

const credential = () => field(z.string().check(z.regex(/^[A-Za-z0-9_-]{40,1000}$/)), { log: 'never' });
const path = field(z.string().check(z.regex(/^\/[a-z]+\/[A-Za-z0-9_-]{22}$/)), { log: 'plain' });
const type = z.enum(UPLOAD_TYPES);

/** Opens the assets host for one request after another until `exp`: what the Authorization header is sealed with. */
const access = {
  /** The assets host's origin; empty: the origin of whoever asks. */
  host: field(z.string(), { log: 'plain' }),
  token: credential(),
  key: credential(),
  path,
  exp: instant,
  serviceId: field(z.string(), { log: 'plain' }),
};

const uploadToken = z.object({
  ...access,
  fileId,
  maxBytes: z.int(),
  types: z.array(type),
});
export type UploadToken = z.infer<typeof uploadToken>;

/** A short way to one private file, good in the session that asked and in no other. Other calls show files by it. */
export const fileLink = z.object({ ...access, fileId, type, bytes: z.int() });
export type FileLink = z.infer<typeof fileLink>;

const avatar = z.object({ fileId: z.nullable(fileId) });

/** As long as a token or a link is good. */
const keptMinutes = 5;

export const uploadCalls = {
  '/member/upload-avatar-token': write('member', { keptMinutes }, { input: empty, output: uploadToken }),
  '/member/upload-file-token': write(
    'member',
    { keptMinutes },
    { input: z.strictObject({ purpose: z.enum(FILE_PURPOSES) }), output: uploadToken },
  ),
  /** A link to a file of the caller's own. */
  '/member/file/link': read(
    'own',
    { origin: 'ours' },
    { input: z.strictObject({ fileId }), output: fileLink },
  ),
  /** The own avatar: a file of that purpose, or null for none. */
  '/member/avatar/get': read('member', { origin: 'ours' }, { input: empty, output: avatar }),
  '/member/avatar/set': write(
    'member',
    { origin: 'ours', repeatable: true },
    { input: z.strictObject({ fileId: z.optional(fileId) }), output: avatar },
  ),
} as const;
