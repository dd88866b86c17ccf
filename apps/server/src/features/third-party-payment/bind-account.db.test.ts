import { sql } from 'kysely';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { startCoolDown } from '#features/security/index.ts';
import { inTransaction } from '#platform/db/db.ts';
import { addPayAccount, freshCode, payAccountInput, qrPicture, sideBySide } from '#testing/pay-codes.ts';
import { verify } from '#testing/personal.ts';
import { testServer } from '#testing/test-server.ts';
import { sendFile, tokenFor, upload } from '#testing/uploads.ts';
import { PAY_ACCOUNTS_MAX } from './bind-account.ts';

const server = await testServer();
const { database } = server;
afterEach(() => database.setClock('0'));

const BIND = '/member/third-party-payment/upload-resource-id-binding';
const LIST = '/member/third-party-payment/list';

describe('a pay account', () => {
  it('is added from a picture; its member sees where the code leads, and in detail all of it', async () => {
    const member = await server.member();
    const { id, codeContent, fileId } = await addPayAccount(server, member);
    const { payAccounts, approval } = await member.call(LIST, {});
    expect(approval).toBe('at-once');
    expect(payAccounts).toEqual([
      expect.objectContaining({
        id,
        app: 'jkopay',
        status: 'Approved',
        refusal: null,
        coolingUntil: null,
        targetMasked: `service.jkopay.com ****${codeContent.slice(-4)}`,
      }),
    ]);
    const { payAccount, picture, claimedBy } = await member.call(
      '/member/third-party-payment/detail/{id}',
      {},
      { params: { id } },
    );
    expect(payAccount).toMatchObject({ codeContent, place: 'service.jkopay.com' });
    expect(picture?.fileId).toBe(fileId);
    expect(claimedBy).toBeNull();
    const other = await server.member();
    expect(await other.refuse('/member/third-party-payment/detail/{id}', {}, { params: { id } })).toBe(
      'PAY_ACCOUNT_NOT_FOUND',
    );
  });

  it('lies in the database sealed: neither code nor holder can be read there', async () => {
    const { id } = await addPayAccount(server, await server.member());
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(a)::text || (select to_jsonb(f)::text from assets.file f where f.id = a.file_id) as row
      from pay.account a where a.id = ${id}`.execute(database.owner);
    expect(rows[0]?.row).not.toMatch(/jkopay\.com|Transfer|示範/);
  });

  it('is what the server has read: another reading by the device is refused, and leaves the picture to another try', async () => {
    const member = await server.member();
    const input = await payAccountInput(server, member);
    expect(await member.refuse(BIND, { ...input, codeContent: freshCode() })).toBe(
      'PAY_ACCOUNT_CODE_DIFFERS',
    );
    expect((await member.call(BIND, input)).payAccount.status).toBe('Approved');
  });

  it.each([
    ['no code of a pay app', { codeContent: 'https://example.com/pay' }, ['code']],
    ['a script', { codeContent: 'javascript:alert(1)' }, ['code']],
    ['the code of another app', { app: 'linepay' }, ['app']],
    ['a holder of signs', { holderName: '<b>' }, ['holder']],
  ] as const)('is refused with %s', async (_, change, clauses) => {
    const member = await server.member();
    const input = await payAccountInput(server, member, change);
    expect(await member.send(BIND, input)).toMatchObject({
      outcome: 'PAY_ACCOUNT_INVALID',
      data: { clauses },
    });
    expect((await member.call(LIST, {})).payAccounts).toEqual([]);
  });

  it("is refused with another member's picture, one for something else, or one that another account has", async () => {
    const [member, other] = [await server.member(), await server.member()];
    const theirs = await payAccountInput(server, other);
    expect(await member.refuse(BIND, theirs)).toBe('FILE_NOT_FOUND');
    const identity = await upload(server.app, member, 'identity-front', await qrPicture(theirs.codeContent));
    expect(await member.refuse(BIND, { ...theirs, fileId: identity })).toBe('FILE_NOT_FOUND');
    const first = await addPayAccount(server, member);
    const again = { ...theirs, fileId: first.fileId, codeContent: first.codeContent };
    expect(await member.refuse(BIND, again)).toBe('FILE_NOT_FOUND');
  });

  it('of a member with a verified name must be held under it', async () => {
    const member = await server.member();
    await verify(database.owner, member.id, '林真名');
    expect(await member.send(BIND, await payAccountInput(server, member))).toMatchObject({
      outcome: 'PAY_ACCOUNT_INVALID',
      data: { clauses: ['holder-not-you'] },
    });
  });

  it('is added once by a member, in whatever spelling; another member adds it too, is told nothing, and waits', async () => {
    const member = await server.member();
    const { codeContent } = await addPayAccount(server, member);
    const spelled = codeContent.replace('service.jkopay.com', 'www.jkopay.com').replace('fer:', 'fer%3A');
    expect(await member.refuse(BIND, await payAccountInput(server, member, { codeContent: spelled }))).toBe(
      'PAY_ACCOUNT_DUPLICATE',
    );
    expect((await addPayAccount(server, await server.member(), { codeContent: spelled })).status).toBe(
      'Review',
    );
  });

  it(`is one of ${PAY_ACCOUNTS_MAX} at most, also when several are added at once`, async () => {
    const member = await server.member();
    const inputs = [];
    for (let n = 0; n <= PAY_ACCOUNTS_MAX; n += 1) inputs.push(await payAccountInput(server, member));
    const outcomes = await Promise.all(inputs.map(async (input) => (await member.send(BIND, input)).outcome));
    expect(outcomes.filter((outcome) => outcome === 'SUCCESS')).toHaveLength(PAY_ACCOUNTS_MAX);
    expect(outcomes).toContain('PAY_ACCOUNT_LIMIT');
  });

  it('cools down when it is added during a cool-down', async () => {
    const member = await server.member();
    await inTransaction(database.db, (tx) => startCoolDown(tx, { memberId: member.id, cause: 'device' }));
    await addPayAccount(server, member);
    const { payAccounts, newCoolsUntil } = await member.call(LIST, {});
    expect(newCoolsUntil).not.toBeNull();
    expect(payAccounts[0]?.coolingUntil).toBe(newCoolsUntil);
  });

  it('asks the transaction secret, to add one and to remove one', async () => {
    const member = await server.member();
    const input = await payAccountInput(server, member);
    expect(await member.refuse(BIND, input, { secret: '999999' })).toBe('TRANSACTION_SECRET_WRONG');
    const { payAccount } = await member.call(BIND, input);
    const remove = { payAccountId: payAccount.id };
    for (const path of ['/member/third-party-payment/delete', '/member/delelecp/{account}'] as const)
      expect(await member.refuse(path, remove, { secret: '999999' })).toBe('TRANSACTION_SECRET_WRONG');
  });
});

describe('another picture for a pay account', () => {
  it('is a new version, which is reviewed and cools down anew; the picture before is gone', async () => {
    const member = await server.member();
    const first = await addPayAccount(server, member);
    await database.setClock('10 minutes');
    await inTransaction(database.db, (tx) => startCoolDown(tx, { memberId: member.id, cause: 'password' }));
    const second = await addPayAccount(server, member, { payAccountId: first.id });
    expect(second.id).toBe(first.id);
    expect((await member.call(LIST, {})).payAccounts).toEqual([
      expect.objectContaining({
        id: first.id,
        targetMasked: second.targetMasked,
        coolingUntil: expect.any(String) as string,
      }),
    ]);
    const { rows } = await sql`
      select version, (select state from assets.file where id = file_id) as picture
      from pay.account where account_id = ${first.id} order by version`.execute(database.owner);
    expect(rows).toEqual([
      { version: 1, picture: 'removed' },
      { version: 2, picture: 'stored' },
    ]);
    // What the first one claimed is free.
    expect(
      (await addPayAccount(server, await server.member(), { codeContent: first.codeContent })).status,
    ).toBe('Approved');
  });

  it("is for the member's own account alone", async () => {
    const { id } = await addPayAccount(server, await server.member());
    const other = await server.member();
    expect(await other.refuse(BIND, await payAccountInput(server, other, { payAccountId: id }))).toBe(
      'PAY_ACCOUNT_NOT_FOUND',
    );
  });
});

describe('a pay account that nothing uses', () => {
  it.each(['/member/third-party-payment/delete', '/member/delelecp/{account}'] as const)(
    'is removed by %s; its account is free, its picture gone, and the removal audited',
    async (path) => {
      const member = await server.member();
      const { id, codeContent, fileId } = await addPayAccount(server, member);
      const uses = { payAccountId: id };
      expect(await member.call('/member/third-party-payment/check-payment-in-progress', uses)).toEqual({
        uses: [],
      });
      await member.call(path, uses);
      expect((await member.call(LIST, {})).payAccounts).toEqual([]);
      expect(await member.refuse(path, uses)).toBe('PAY_ACCOUNT_NOT_FOUND');
      expect(await member.refuse('/member/file/link', { fileId })).toBe('FILE_NOT_FOUND');
      expect((await addPayAccount(server, await server.member(), { codeContent })).status).toBe('Approved');
      const { rows } = await sql`
        select actor from platform.audit where action = 'pay-account-removed' and subject = ${`member:${member.id}`}`.execute(
        database.owner,
      );
      expect(rows).toEqual([{ actor: `member:${member.id}` }]);
    },
  );
});

describe('a picture for a pay account', () => {
  it('without a code, or with two, is refused by name and leaves no file', async () => {
    const member = await server.member();
    const plain = sharp({ create: { width: 300, height: 300, channels: 3, background: '#7a9' } });
    const two = await sideBySide(await qrPicture(freshCode()), await qrPicture(freshCode()));
    for (const [picture, outcome] of [
      [Buffer.from(await plain.png().toBuffer()), 'UPLOAD_CODE_NONE'],
      [two, 'UPLOAD_CODE_SEVERAL'],
    ] as const) {
      const token = await tokenFor(member, 'pay-account-qr');
      expect(await sendFile(server.app, token, picture)).toMatchObject({ outcome });
      expect(await member.refuse('/member/file/link', { fileId: token.fileId })).toBe('FILE_NOT_FOUND');
    }
  });
});
