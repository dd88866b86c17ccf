import { randomBytes } from 'node:crypto';
import type { CallOutput } from '@holdfast/contract/calls';
import { otpTicketPurpose } from '@holdfast/contract/member';
import type { UploadPurpose } from '@holdfast/contract/rules';
import { defined, minor, toOrderId, type MemberId, type OperatorId } from '@holdfast/kernel';
import { issue } from '@holdfast/ledger';
import { makeRid, makeServerKey } from '@holdfast/secure-channel/node';
import { approve, TEST_TIMEOUTS, testDatabase } from '@holdfast/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import webPush from 'web-push';
import { findAwaitedSeal, insertAwaited, saveStored } from '#features/assets/file.store.ts';
import { insertToken } from '#features/push/token.store.ts';
import { insertAuthenticator } from '#features/authenticator/authenticator.store.ts';
import { insertPasskey } from '#features/passkeys/passkey.store.ts';
import {
  markContactsUnproven,
  saveContact,
  selectContactsForUpdate,
} from '#features/contact-change/contact.store.ts';
import { saveGrant } from '#features/contact-change/grant.store.ts';
import {
  claimIdentity,
  findLast,
  insertApplication,
  type NewApplication,
} from '#features/real-name/application.store.ts';
import { attachKeys, inTransaction, keysOf, openDatabase } from '#platform/db/db.ts';
import { createHttpServer } from '#platform/http/http-server.ts';
import { createLog } from '#platform/log/log.ts';
import { postOrFail } from '#platform/money/post-or-fail.ts';
import { issueTicket } from '#platform/tickets/tickets.store.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import { createWatch } from '#platform/metrics/watch.ts';
import { insertLine } from '#features/orders/thread.store.ts';
import { openCase } from '#features/orders/case.store.ts';
import { saveRuling } from '#features/orders/ruling.store.ts';
import { createAdmins } from '#features/operators/index.ts';
import { savePending, selectInvitationForUpdate } from '#features/operators/credential.store.ts';
import { insertBlock, NEVER } from '#features/registration/register-block.store.ts';
import { startGateway } from '#roles/gateway.ts';
import { verify } from '#testing/personal.ts';
import { deviceHashOf } from '#testing/posted.ts';
import { PASSWORD, TestClient, TestMember, TRANSACTION_SECRET } from '#testing/test-client.ts';
import { APP_FACTS, freshAccount, freshMobile } from '#testing/test-server.ts';
import { paidInput } from '#testing/traders.ts';
import { findLeftovers, rotateKeys, SEALED_COLUMNS } from './rotate-keys.store.ts';
import { openSecrets, unlockSecrets } from './secrets.ts';

/** A change of the master key over several nodes of one product, on a database in which every kind of sealed value lies. */
const database = await testDatabase();
const channelKeys = JSON.stringify([makeServerKey(1)]);
const vapidKeys = JSON.stringify(webPush.generateVAPIDKeys());
const [oldKey, newKey] = [`1:${randomBytes(32).toString('hex')}`, `2:${randomBytes(32).toString('hex')}`];
const INSTALL = 'ab'.repeat(16);

/** A node that was started with these master keys, the current one first. */
async function startNode(...masterKeys: string[]) {
  const pool = openDatabase({
    url: database.appUrl,
    name: 'node',
    max: 4,
    timeouts: TEST_TIMEOUTS,
    onIdleError: () => {},
  });
  afterAll(() => pool.close());
  const secrets = await unlockSecrets(
    pool.db,
    openSecrets({ channelKeys, vapidKeys, masterKey: masterKeys.join('\n') }),
  );
  const log = createLog('silent');
  const app = await createHttpServer({ log, trustedProxies: ['127.0.0.1'], webDir: undefined });
  const stop = await startGateway({
    apps: { member: app },
    database: pool,
    secrets,
    log,
    watch: createWatch({ metrics: createMetrics(), log }),
    appFacts: APP_FACTS,
    cardApproval: 'at-once',
    passwordCost: { memoryCost: 64, timeCost: 1, parallelism: 1 },
    wakeRelay: () => {},
  });
  await app.ready();
  afterAll(async () => {
    await stop();
    await app.close();
  });
  let serial = 0;
  const visitor = () => TestClient.connect(app, secrets, `198.51.100.${(serial += 1)}`);
  async function registration(client: TestClient, mobile: string) {
    const otpTicket = await inTransaction(pool.db, (tx) =>
      issueTicket(tx, {
        purpose: otpTicketPurpose('register'),
        subject: mobile,
        deviceHash: deviceHashOf(client),
        minutes: 10,
      }),
    );
    return {
      account: freshAccount(),
      nick: `m${randomBytes(4).toString('hex')}`,
      password: PASSWORD,
      newTranspass: TRANSACTION_SECRET,
      otpTicket,
      installId: INSTALL,
    };
  }
  return {
    secrets,
    db: pool.db,
    visitor,
    async member(mobile = freshMobile()) {
      const client = await visitor();
      const member = await TestMember.register(client, database, await registration(client, mobile));
      await verify(pool.db, member.id);
      return member;
    },
    async register(mobile: string) {
      const client = await visitor();
      return (await client.send('/member/register', await registration(client, mobile))).outcome;
    },
  };
}
type Node = Awaited<ReturnType<typeof startNode>>;

let numbers = 50_000_000_000;
const freshCard = () => ({ bankCode: '822', accountNumber: String((numbers += 1)), holderName: '林示範' });

/** An operator with an authenticator, and another one who has just been shown one. */
async function operatorsWithSecrets(): Promise<void> {
  const invited = defined(
    await createAdmins(database.owner, ['a@operators.example', 'b@operators.example']),
    'there are none yet',
  );
  await inTransaction(database.owner, async (tx) => {
    const [enrolled, shown] = await Promise.all(
      invited.map(({ invitation }) => selectInvitationForUpdate(tx, invitation)),
    );
    const [one, other] = [defined(enrolled, 'an invitation'), defined(shown, 'an invitation')];
    await savePending(tx, other.id, 'JBSWY3DPEHPK3PXP');
    // As the version before kept it, of one whom the product has not handed over yet.
    const sealed = keysOf(tx).seal(
      'operator.operator.authenticator_sealed',
      one.operatorId,
      'JBSWY3DPEHPK3PXP',
    );
    await sql`update operator.operator set authenticator_sealed = ${sealed} where id = ${one.operatorId}`.execute(
      tx,
    );
    const rule = { kind: 'mobile', value: '+886987654321', about: '', reason: 'a test' } as const;
    await insertBlock(tx, { ...rule, endsAt: NEVER, addedBy: one.operatorId });
  });
}

const picture = 'A'.repeat(22);
const IDENTITY: Omit<NewApplication, 'memberId'> = {
  version: 1,
  details: { document: 'national-id', realName: '林示範', number: 'A123456789', bornOn: '1990-01-01' },
  files: { front: picture, back: picture, selfie: picture },
  sent: ['details', 'front', 'back', 'selfie'],
};

let before: Node;
const mobile = freshMobile();
const card = freshCard();
const rid = makeRid();
let seller: TestMember;
let buyer: TestMember;
let orderId: string;
let listingId: string;
let sharedBefore: CallOutput<'/listing/link'>;
const MESSAGE = '正在轉帳';
const FILE = 'A'.repeat(22);
const PROOF = `${'P'.repeat(21)}A`;
const PICTURE = `${'B'.repeat(21)}A`;
const CODE = 'https://service.jkopay.com/r/transfer?j=Transfer:901234567';
const BIND = '/member/third-party-payment/upload-resource-id-binding';
const payAccount = { app: 'jkopay', fileId: PICTURE, codeContent: CODE, holderName: '林示範' } as const;

/** A picture that was stored, with what its code says. */
const storePicture = async (
  { db }: Node,
  memberId: MemberId,
  id: string,
  purpose: UploadPurpose = 'pay-account-qr',
) => {
  await inTransaction(db, (tx) => insertAwaited(tx, { id, memberId, purpose }));
  await saveStored(db, id, {
    type: 'image/jpeg',
    bytes: 1,
    width: 1,
    height: 1,
    code: CODE,
    print: Buffer.from('p'),
    digest: Buffer.alloc(32),
  });
};
let sealedFile: Uint8Array;

beforeAll(async () => {
  before = await startNode(oldKey);
  attachKeys(database.owner, before.secrets.keys);
  [seller, buyer] = [await before.member(mobile), await before.member()];
  await operatorsWithSecrets();
  const money = issue({ request: 'keys', member: seller.id, coin: 'TWD', quantity: minor('TWD', 500_000n) });
  await approve(database.owner, [money]);
  await inTransaction(database.db, (tx) => postOrFail(tx, money));
  const added = await seller.call('/member/bankadd/{account}', card);
  await seller.call('/member/security/phrase-set', { phrase: '阿嬤的綠豆湯' });
  const { id: careful } = await before.member();
  await inTransaction(before.db, (tx) =>
    insertAuthenticator(tx, careful, { secret: 'JBSWY3DPEHPK3PXP', step: 0, recoveryCodes: [] }),
  );
  await inTransaction(before.db, (tx) => saveGrant(tx, careful, freshMobile()));
  await inTransaction(before.db, (tx) =>
    insertToken(tx, {
      memberId: careful,
      installKey: Buffer.alloc(32, 5), // on which nobody else signs in
      target: { carrier: 'fcm', token: 'a token' },
      language: 'zh-TW',
      isPrivate: false,
      binding: 'b'.repeat(32),
    }),
  );
  const credential = { id: 'a key', publicKey: 'AA', transports: [] };
  await inTransaction(before.db, (tx) =>
    insertPasskey(tx, careful, { credential, counter: 0, name: 'Chrome' }),
  );
  const terms = {
    coin: 'TWD',
    quantity: '3000.00',
    price: '1',
    minQuantity: '100.00',
    maxQuantity: '3000.00',
  } as const;
  const published = { ...terms, payWindowMinutes: '15' as const, cardIds: [added.card.id] };
  const { listing } = await seller.call('/listing/create', published, { rid });
  await seller.call('/listing/link/password', { listingId: listing.id, isOn: '1' });
  sharedBefore = await seller.call('/listing/link', { listingId: listing.id });
  const { order } = await buyer.call('/order/lock', {
    listingId: listing.id,
    version: '1',
    quantity: '3000.00',
  });
  orderId = order.orderId;
  listingId = listing.id;
  await storePicture(before, buyer.id, PROOF, 'order-proof');
  await buyer.call('/order/paid', { ...paidInput(order), proofFileId: PROOF });
  await buyer.call('/order/say', { orderId, text: MESSAGE });
  await inTransaction(before.db, (tx) =>
    insertLine(
      tx,
      {
        orderId: toOrderId(orderId),
        author: 'operator',
        authorId: '1' as OperatorId,
        kind: 'message',
        text: '我們正在查看',
        en: 'We are looking into it',
      },
      { most: 9, gapMs: 1000 },
    ),
  );
  const opened = {
    orderId: toOrderId(orderId),
    openedBy: 'payer',
    event: 'appeal',
    previousState: 'PAID',
    reason: 'other',
    text: '賣家沒有回覆',
    proofIds: [],
    firstAnswerMs: 60_000,
    rulingMs: 60_000,
    escalationMs: 60_000,
  } as const;
  await inTransaction(before.db, async (tx) => {
    const { id } = await openCase(tx, opened);
    await saveRuling(tx, id, {
      orderId: opened.orderId,
      outcome: 'dismissed',
      reason: 'no-payment',
      text: '銀行沒有這筆款項',
      evidence: [],
      ruledBy: '1' as OperatorId,
      approvedBy: null,
    });
    const { mail: old } = await selectContactsForUpdate(tx, seller.id);
    await saveContact(tx, seller.id, {
      channel: 'mail',
      old,
      address: 'lin@members.example',
      countryCode: '',
    });
  });
  await inTransaction(before.db, (tx) =>
    insertAwaited(tx, { id: FILE, memberId: seller.id, purpose: 'identity-front' }),
  );
  sealedFile = defined(await findAwaitedSeal(before.db, FILE), 'a key').seal(Buffer.from('a picture'));
  await storePicture(before, seller.id, PICTURE);
  await seller.call(BIND, payAccount);
  await inTransaction(before.db, async (tx) => {
    await insertApplication(tx, { ...IDENTITY, memberId: seller.id });
    await claimIdentity(tx, defined(await findLast(tx, seller.id), 'an application'));
  });
  const lost = await before.member();
  await inTransaction(before.db, (tx) => markContactsUnproven(tx, lost.id));
  const client = await before.visitor();
  await client.send('/utils/otp/mobile/send', {
    purpose: 'forgotten',
    account: seller.account,
    channel: 'mobile',
  });
});

const rotate = (node: Node, onBatch?: () => void) => {
  attachKeys(database.owner, node.secrets.keys);
  return rotateKeys({ db: database.owner, keys: node.secrets.keys, batch: 2, ...(onBatch && { onBatch }) });
};

it('knows every sealed column of the database', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_schema || '.' || table_name || '.' || column_name as name from information_schema.columns
    where data_type = 'bytea' and column_name ~ '(sealed|sealed_key|answer)$' order by 1`.execute(
    database.owner,
  );
  expect(SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(
    rows.map(({ name }) => name),
  );
});

it('meets a value in every column that it knows, so that the others prove something', async () => {
  const empty: string[] = [];
  for (const { table, column } of SEALED_COLUMNS) {
    const { rows } =
      await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} is not null limit 1`.execute(
        database.owner,
      );
    if (rows.length === 0) empty.push(`${table}.${column}`);
  }
  expect(empty).toEqual([]);
});

describe('while two keys live', () => {
  it('a mobile and an account number stand once, whichever key a node has first, also at the same moment', async () => {
    const nodes = [await startNode(oldKey, newKey), await startNode(newKey, oldKey)] as const;
    for (const node of nodes) expect(await node.register(mobile)).toBe('MOBILE_TAKEN');
    for (const [one, other] of [nodes, nodes.toReversed()] as [Node, Node][]) {
      const fresh = freshMobile();
      expect(await one.register(fresh)).toBe('SUCCESS');
      expect(await other.register(fresh)).toBe('MOBILE_TAKEN');
      const number = freshCard();
      await (await one.member()).call('/member/bankadd/{account}', number);
      for (const taken of [number, card]) {
        const second = await (await other.member()).call('/member/bankadd/{account}', taken);
        expect(second.card.status).toBe('Review');
      }
      const contested = freshMobile();
      const outcomes = await Promise.all(nodes.map((node) => node.register(contested)));
      expect(outcomes.toSorted()).toEqual(['MOBILE_TAKEN', 'SUCCESS']);
    }
  });

  it('everything is sealed anew in the background, and a run that was broken off goes on', async () => {
    const node = await startNode(newKey, oldKey);
    let batches = 0;
    const broken = rotate(node, () => {
      batches += 1;
      if (batches === 5) throw new Error('killed');
    });
    await expect(broken).rejects.toThrow('killed');
    const leftBefore = await findLeftovers({ db: database.owner, keys: node.secrets.keys });
    expect(leftBefore.length).toBeGreaterThan(0);
    // Meanwhile the product goes on, on a node that still seals under the old key.
    const old = await startNode(oldKey, newKey);
    const changing = await old.member();
    const changes = Promise.all([
      changing.call('/member/security/phrase-set', { phrase: '新的短語' }),
      old.member(),
      old.member(),
    ]);
    await rotate(node);
    await changes;
    // Once every node has the new key first, one more run finds the rest.
    expect(await rotate(node)).toEqual([]);
    expect((await changing.call('/member/security/phrase', {})).phrase).toBe('新的短語');
  });
});

describe('when the old key is gone', () => {
  let after: Node;
  let leftAfter: Awaited<ReturnType<typeof rotate>>;
  beforeAll(async () => {
    await rotate(await startNode(newKey, oldKey));
    after = await startNode(newKey);
    leftAfter = await rotate(after); // and the old look-up hashes go
  });

  it('members sign in with their passwords, on installs that are still known', async () => {
    const client = await after.visitor();
    expect((await client.signIn(seller.account, PASSWORD, INSTALL)).outcome).toBe('SUCCESS');
    const { items } = (
      await client.send<CallOutput<'/member/notification/list'>>('/member/notification/list', {})
    ).data;
    expect(items.at(-1)).toMatchObject({ type: 'userNormalLogin', extra: { newDevice: false } });
    const again = new TestMember(client, seller.id, seller);
    expect((await again.call('/member/security/phrase', {})).phrase).toBe('阿嬤的綠豆湯');
    expect((await again.call('/bank/list/{account}', {})).cards[0]?.holderName).toBe(card.holderName);
    const { payAccounts } = await again.call('/member/third-party-payment/list', {});
    expect(payAccounts[0]).toMatchObject({ app: 'jkopay', holderName: '林示範', status: 'Approved' });
    const { order } = await again.call('/order/detail', { orderId });
    expect(order.paid).toMatchObject({ payer: '陳試用', lastFive: '20002' });
    const thread = await again.call('/order/thread', { orderId });
    expect(thread.items[0]).toMatchObject({ text: '我們正在查看', en: 'We are looking into it' });
    expect(thread.items[1]).toMatchObject({ text: MESSAGE });
    expect(await again.call('/listing/link', { listingId })).toEqual(sharedBefore);
    const { link = '' } = sharedBefore.shared ?? {};
    expect(await again.call('/listing/link/open', { link })).toMatchObject({ isOwn: true });
  });

  it('numbers are still taken, and a stored answer is still served', async () => {
    expect(await after.register(mobile)).toBe('MOBILE_TAKEN');
    const client = await after.visitor();
    await client.signIn(buyer.account, PASSWORD, INSTALL);
    const other = new TestMember(client, buyer.id, buyer);
    expect((await other.call('/member/bankadd/{account}', card)).card.status).toBe('Review');
    const fileId = `${'C'.repeat(21)}A`;
    await storePicture(after, other.id, fileId);
    expect((await other.call(BIND, { ...payAccount, fileId })).payAccount.status).toBe('Review');
    const { rows } = await sql<{ answer: Buffer; actor: string }>`
      select answer, actor from platform.command where rid = ${rid}`.execute(database.owner);
    const [stored] = rows;
    const opened = after.secrets.answerBox.open(
      Buffer.from(`${stored?.actor} ${rid}`),
      stored?.answer ?? Buffer.alloc(0),
    );
    expect(Buffer.from(opened ?? []).toString('utf8')).toContain('listing');
  });

  it('stored files open', async () => {
    expect((await findAwaitedSeal(after.db, FILE))?.open(sealedFile)?.toString()).toBe('a picture');
  });

  it('an identity still belongs to who was approved with it', async () => {
    await inTransaction(after.db, async (tx) => {
      expect((await findLast(tx, seller.id))?.details).toEqual(IDENTITY.details);
      await insertApplication(tx, { ...IDENTITY, memberId: buyer.id });
      expect(await claimIdentity(tx, defined(await findLast(tx, buyer.id), 'an application'))).toBe(false);
    });
  });

  it('no look-up hash of the old key is left, and the old key alone opens nothing', async () => {
    const { rows } = await sql`
      select hash from member.mobile_lookup where get_byte(hash, 0) = 1
      union all select hash from bank.account_lookup where get_byte(hash, 0) = 1
      union all select hash from real_name.number_lookup where get_byte(hash, 0) = 1
      union all select hash from real_name.claim_lookup where get_byte(hash, 0) = 1`.execute(database.owner);
    expect([rows, leftAfter]).toEqual([[], []]);
    await expect(startNode(oldKey)).rejects.toThrow('sealed under another master key');
  });
});
