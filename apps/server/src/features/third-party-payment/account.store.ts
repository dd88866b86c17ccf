import { readPayCode, type PayTarget } from '@holdfast/contract/rules';
import { defined, type OperatorId, type PayAccountId, type PayAccountVersionId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { accountStore, type ReceivingAccount } from '#features/receiving-accounts/index.ts';

/** A receiving account at a pay app. */
export interface PayAccount extends ReceivingAccount {
  readonly id: PayAccountId;
  readonly versionId: PayAccountVersionId;
  /** What its QR code says, and what that means. */
  readonly code: string;
  readonly target: PayTarget;
  /** The picture; null for an account that an operator has added without one. */
  readonly fileId: string | null;
  readonly addedBy: OperatorId | null;
}

const CODE = 'pay.account.code_sealed';

export const payAccounts = accountStore<PayAccount>({
  table: 'pay.account',
  idColumn: 'account_id',
  lookup: 'pay.account_lookup',
  waitingLookup: 'pay.waiting_lookup',
  purpose: 'pay.account',
  keyOf: ({ target }) => target.key,
  columns: sql`a.code_sealed as "codeSealed", a.file_id as "fileId", a.added_by::text as "addedBy"`,
  open(keys, versionId, { codeSealed, fileId, addedBy }) {
    const code = keys.open(CODE, versionId, codeSealed as Buffer);
    return {
      code,
      target: defined(readPayCode(code), 'a stored code can be read'),
      fileId: fileId as string | null,
      addedBy: addedBy as OperatorId | null,
    };
  },
  seal: (keys, versionId, { code, target, fileId, addedBy }) => ({
    app: target.app,
    code_sealed: keys.seal(CODE, versionId, code),
    file_id: fileId,
    added_by: addedBy,
  }),
});

export const { list: listAccounts, findVersion: findAccountVersion } = payAccounts;
