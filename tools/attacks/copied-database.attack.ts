import { runStatement } from '@holdfast/database';
import type { Attack, Target } from './attack.ts';
import { AttackersDevice, withBooks } from './device.ts';

/** Install ids lay in clear: a read of a backup and a password were enough to sign in as a device that the member knows. */
export const attack: Attack = {
  name: 'sign in as a known device with a copy of the database and the password',
  run: (target) =>
    withBooks(target, async (books) => {
      const device = await AttackersDevice.register(target, books);
      const copy = openCopy(target, device.account);
      const found = idsIn(await copy.rows());
      if (found.length === 0) throw new Error('the copy holds nothing that could be an install id');
      for (const installId of found) {
        const before = await copy.devices();
        await device.signIn(installId);
        if ((await copy.devices()) === before) return `${installId} is an install that the account knows`;
      }
      return 'refused';
    }),
};

/** What could be sent as an install id: texts of that shape, and either half of each hash. */
const idsIn = (rows: string): string[] => [
  ...new Set(
    [...rows.matchAll(/(?<![0-9a-f])(?:[0-9a-f]{32}){1,2}(?![0-9a-f])/g)].flatMap(
      ([id]) => id.match(/.{32}/g) ?? [],
    ),
  ),
];

/** A copy of every row that says something of the account's sign-ins. */
function openCopy({ databaseUrl }: Target, account: string) {
  const memberId = `(select id from member.member where account = '${account}')`;
  const textOf = async (table: string) => {
    const [row] = await runStatement(
      databaseUrl,
      `select coalesce(string_agg(held::text, ' '), '') as text from ${table} held where member_id = ${memberId}`,
    );
    return String(row?.['text']);
  };
  return {
    rows: async () => [await textOf('member.session'), await textOf('member.device')].join(' '),
    async devices() {
      const [row] = await runStatement(
        databaseUrl,
        `select count(*)::int from member.device where member_id = ${memberId}`,
      );
      return row?.['count'];
    },
  };
}
