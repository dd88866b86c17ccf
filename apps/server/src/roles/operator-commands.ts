import {
  attachKeys,
  inTransaction,
  openDatabase,
  type Database,
  type OpenDatabase,
} from '#platform/db/db.ts';
import { headOfAudit, linkAudit, verifyAudit } from '#platform/audit/audit-chain.ts';
import { createMessages } from '#platform/messaging/messages.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import {
  createAdmins,
  hasEarlierAuthenticators,
  isOperatorMail,
  moveEarlierAuthenticators,
  recoverAdmin,
  type Invited,
} from '#features/operators/index.ts';

/**
 * Commands of whoever owns the server: `--make-admins <mail> <mail>` makes the first two administrators, once; `--recover <mail>` lets one
 * begin anew, which is audited and told to all; `--verify-audit [seq:hash]` computes the audit log's chain anew.
 */

interface Parts {
  readonly argv: readonly string[];
  readonly ownerUrl: string;
  readonly db: Database;
  readonly secrets: Secrets;
  readonly print: (line: string) => void;
}

const MAKE = '--make-admins';
const RECOVER = '--recover';
const VERIFY = '--verify-audit';

export const isOperatorCommand = (argv: readonly string[]): boolean =>
  [MAKE, RECOVER, VERIFY].some((command) => argv.includes(command));

const after = (argv: readonly string[], command: string): readonly string[] =>
  argv.slice(argv.indexOf(command) + 1);

/** Opens the database as its owner. */
function openAsOwner({ ownerUrl, secrets }: Pick<Parts, 'ownerUrl' | 'secrets'>): OpenDatabase {
  const owner = openDatabase({ url: ownerUrl, name: 'operators', max: 2, onIdleError: () => {} });
  attachKeys(owner.db, secrets.keys);
  return owner;
}

/** At a start on a database of the version before: operators keep their authenticators. */
export async function keepEarlierAuthenticators(
  parts: Pick<Parts, 'ownerUrl' | 'db' | 'secrets'>,
): Promise<void> {
  if (!(await hasEarlierAuthenticators(parts.db))) return;
  const owner = openAsOwner(parts);
  try {
    await inTransaction(owner.db, moveEarlierAuthenticators);
  } finally {
    await owner.close();
  }
}

/** Runs the command; resolves to the exit code. */
export async function runOperatorCommand(parts: Parts): Promise<number> {
  const { argv, db, print } = parts;
  if (argv.includes(VERIFY)) return verify(db, after(argv, VERIFY)[0], print);
  const owner = openAsOwner(parts);
  try {
    return argv.includes(MAKE) ? await makeAdmins(parts, owner.db) : await recover(parts, owner.db);
  } finally {
    await owner.close();
  }
}

const tell = ({ email, invitation }: Invited): string =>
  `${email}   invitation ${invitation}   good for 24 hours, once, at /enrol of the console`;

async function makeAdmins({ argv, print }: Parts, owner: Database): Promise<number> {
  const [first = '', second = ''] = after(argv, MAKE).map((mail) => mail.toLowerCase());
  if (!isOperatorMail(first) || !isOperatorMail(second) || first === second) {
    print(
      `${MAKE} takes the mail addresses of two people: what needs two people needs two from the first day on.`,
    );
    return 1;
  }
  const invited = await createAdmins(owner, [first, second]);
  if (!invited) {
    print(
      `There are administrators already. Whoever has lost the way in is let in anew with ${RECOVER} <mail>.`,
    );
    return 1;
  }
  for (const one of invited) print(tell(one));
  return 0;
}

async function recover({ argv, print, secrets }: Parts, owner: Database): Promise<number> {
  const [email = ''] = after(argv, RECOVER).map((mail) => mail.toLowerCase());
  const messages = createMessages({ secrets, phraseOf: async () => undefined });
  const invited = await recoverAdmin(owner, messages, email);
  if (!invited) {
    print(`${RECOVER} takes the mail address of an administrator.`);
    return 1;
  }
  print(tell(invited));
  print('It stands in the audit log, and every operator is told.');
  return 0;
}

async function verify(
  db: Database,
  known: string | undefined,
  print: (line: string) => void,
): Promise<number> {
  await linkAudit(db);
  const { lines, head, fault } = await verifyAudit(db, known);
  if (fault !== undefined) {
    print(`The audit log was changed: ${fault}.`);
    return 1;
  }
  print(
    `${lines} lines of the audit log are as they were written. Newest link: ${head ?? (await headOfAudit(db)) ?? 'none'}`,
  );
  return 0;
}
