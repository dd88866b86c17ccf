import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { callOf, type BuiltPath, type CallInput, type CallOutput } from '@holdfast/contract/calls';
import { toPairs } from '@holdfast/contract/wire';
import {
  BugError,
  defined,
  minor,
  parseAmount,
  COINS,
  type Coin,
  type MemberId,
  type SessionId,
} from '@holdfast/kernel';
import { approveAsOwner, issue } from '@holdfast/ledger';
import { attachKeys, inTransaction, openDatabase, type Database, type Tx } from '#platform/db/db.ts';
import type { BlobStore } from '#platform/blobs/port.ts';
import { findHandled, type CallTable } from '#platform/gateway/call-table.ts';
import { appNow } from '#platform/db/clock.ts';
import { readSettings } from '#platform/settings/settings.ts';
import { isDemoDatabase, markDemoDatabase } from '#platform/db/demo-mark.ts';
import type { Log } from '#platform/log/log.ts';
import { postOrFail } from '#platform/money/post-or-fail.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import { createWatch } from '#platform/metrics/watch.ts';
import { createPasswords, type PasswordQueues } from '#platform/passwords/passwords.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { AppFacts } from '#features/app-version/index.ts';
import { storeMade } from '#features/assets/index.ts';
import { DEMO_OPERATORS, makeDemoOperators } from '#features/operators/index.ts';
import { insertMember } from '#features/registration/index.ts';
import { addApproved } from '#features/third-party-payment/index.ts';
import { allCalls } from '#roles/gateway.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE, DEMO_SECRET, type DemoPerson } from './demo-people.ts';
import { drawReceipt, RECEIPT_SIZE } from './demo-receipt.ts';
import { approvePerson, hasMembers, takeDemoAdvisory, moveClock } from './demo.store.ts';

/**
 * The demo world: people with balances and cards, listings, a finished and a running order. Made through the product's own calls, so
 * that whatever holds for real members holds for these; only what an operator will do one day (verifying, issuing) is done directly.
 */

export interface DemoParts {
  readonly db: Database;
  readonly ownerUrl: string;
  readonly secrets: Secrets;
  readonly appFacts: AppFacts;
  /** Where the receipts of its payments go. */
  readonly blobs: BlobStore;
  readonly log: Log;
}

/**
 * Seeds the demo world unless it is there already. False if the members are others: a demo shows the codes of its members to everybody. In one transaction, so that a kill in the middle leaves neither half a world nor a
 * moved clock, and nobody else ever sees the clock moved.
 */
export async function seedDemoWorld({
  db,
  ownerUrl,
  secrets,
  appFacts,
  blobs,
  log,
}: DemoParts): Promise<boolean> {
  const isMade = await hasMembers(db);
  if (isMade && !(await isDemoDatabase(db))) return false;
  // Longer than for a member's call: nobody waits for an answer here.
  const timeouts = { connect: 60_000 };
  const owner = openDatabase({ url: ownerUrl, name: 'demo', max: 2, timeouts, onIdleError: () => {} });
  attachKeys(owner.db, secrets.keys);
  try {
    const passwords = await createPasswords(secrets.passwordPepper);
    if (isMade) {
      await makeDemoOperators(owner.db, passwords.members);
      return true;
    }
    const isDemo = await inTransaction(owner.db, async (tx) => {
      await takeDemoAdvisory(tx);
      if (await hasMembers(tx)) return isDemoDatabase(tx);
      const table = allCalls({
        passwords,
        secrets,
        appFacts,
        maintenance: { until: () => undefined, planned: () => undefined, message: () => undefined },
        watch: createWatch({ metrics: createMetrics(), log }),
        cardApproval: 'at-once',
        asksAbsentOwners: false,
        // The demo takes no files along.
        printer: { print: () => Promise.reject(new BugError('no printer')), close: async () => {} },
      });
      await markDemoDatabase(tx);
      await makeWorld({ tx, table, passwords, blobs });
      log.info('the demo world is made');
      return true;
    });
    if (isDemo) await makeDemoOperators(owner.db, passwords.members);
    return isDemo;
  } finally {
    await owner.close();
  }
}

/** Writes the accounts and passwords of the demo for the person who started it. */
export async function writeDemoSignIns(dataDir: string): Promise<void> {
  const signIns = DEMO_PEOPLE.map(({ account, about }) => ({
    account,
    about,
    password: DEMO_PASSWORD,
    transactionSecret: DEMO_SECRET,
  }));
  await writeFile(join(dataDir, 'demo-sign-ins.json'), `${JSON.stringify(signIns, null, 2)}\n`);
  await writeFile(join(dataDir, 'demo-operators.json'), `${JSON.stringify(DEMO_OPERATORS, null, 2)}\n`);
}

interface World {
  /** The owner's: the application may not move the clock. */
  readonly tx: Tx;
  readonly table: CallTable;
  readonly passwords: PasswordQueues;
  readonly blobs: BlobStore;
}

interface Actor {
  readonly id: MemberId;
  readonly account: string;
  call<P extends BuiltPath>(path: P, input: CallInput<P>): Promise<CallOutput<P>>;
}

async function makeWorld(world: World): Promise<void> {
  await moveClock(world.tx, '-50 hours');
  const people = new Map<string, Actor>();
  for (const person of DEMO_PEOPLE) people.set(person.account, await makePerson(world, person));
  const who = (account: string) => defined(people.get(account), account);
  const [seller1, seller2, buyer] = [who('demoseller1'), who('demoseller2'), who('demobuyer1')];

  const large = await publish(seller1, {
    coin: 'TWD',
    quantity: '60000.00',
    price: '1.0000',
    min: '500.00',
    max: '20000.00',
  });
  const other = await publish(seller2, {
    coin: 'TWD',
    quantity: '8000.00',
    price: '1.0020',
    min: '1000.00',
    max: '8000.00',
  });
  await finishTrade(world, { buyer, seller: seller1, listing: large, quantity: '5000.00', hoursAgo: 48 });
  await finishTrade(world, { buyer, seller: seller1, listing: large, quantity: '1200.00', hoursAgo: 23 });
  await finishTrade(world, { buyer, seller: seller2, listing: other, quantity: '2000.00', hoursAgo: 20 });
  await publish(seller2, {
    coin: 'USDT',
    quantity: '800.000000',
    price: '32.1500',
    min: '20.000000',
    max: '300.000000',
  });
  await publish(seller1, {
    coin: 'USDT',
    quantity: '1500.000000',
    price: '32.0800',
    min: '50.000000',
    max: '1000.000000',
  });
  await publish(
    seller2,
    { coin: 'TWD', quantity: '6000.00', price: '1.0010', min: '500.00', max: '3000.00' },
    await addPayAccount(world, seller2, 'https://service.jkopay.com/r/transfer?j=Transfer:900300030'),
  );
  await wantBoth(buyer, seller2);
  await moveClock(world.tx, '0');

  const running = await publish(seller1, {
    coin: 'TWD',
    quantity: '3000.00',
    price: '1.0000',
    min: '1000.00',
    max: '3000.00',
  });
  const { order } = await buyer.call('/order/lock', {
    listingId: running.id,
    version: String(running.version),
    quantity: '3000.00',
  });
  await pay(world, buyer, order);
}

async function makePerson({ tx, table, passwords }: World, person: DemoPerson): Promise<Actor> {
  const { account, nick, mobile } = person;
  const [passwordHash, secretHash] = await Promise.all([
    passwords.members.hash(DEMO_PASSWORD),
    passwords.members.hash(DEMO_SECRET),
  ]);
  const member = defined(
    await insertMember(tx, { account, nick, mobile, passwordHash, secretHash }),
    `${account} is new`,
  );
  await approvePerson(tx, member.id, person);
  const actor = makeActor({ tx, table }, { ...member, account, nick });
  const { bankCode, accountNumber, realName } = person;
  await actor.call('/member/bankadd/{account}', { bankCode, accountNumber, holderName: realName });
  for (const coin of COINS) await issueTo(tx, actor, coin, coin === 'TWD' ? person.twd : person.usdt);
  return actor;
}

async function issueTo(tx: Tx, member: Actor, coin: Coin, text: string): Promise<void> {
  const quantity = defined(parseAmount(coin, text), text);
  if (quantity === 0n) return;
  const request = `demo-${member.account}-${coin}`;
  const entry = issue({ request, member: member.id, coin, quantity: minor(coin, quantity) });
  await approveAsOwner(tx, [entry], 'the demo world');
  await postOrFail(tx, entry);
}

/** A signed-in member who calls handlers directly: without the channel and its guards, with all rules. */
function makeActor(
  { tx, table }: Pick<World, 'tx' | 'table'>,
  member: { id: MemberId; uid: string; account: string; nick: string },
): Actor {
  return {
    id: member.id,
    account: member.account,
    async call(path, input) {
      const handled = defined(findHandled(table, path), `${path} has a handler`);
      const parsed = callOf(path).schemas?.input.parse(Object.fromEntries(toPairs(input as object)));
      const context = {
        tx,
        now: await appNow(tx),
        settings: () => readSettings(tx),
        device: '0000000000000000',
        deviceHash: Buffer.alloc(32),
        origin: {
          address: '127.0.0.1',
          network: '127.0.0.1',
          place: { name: '', network: '' },
          userAgent: '',
        },
        rid: undefined,
        sid: '',
        audit: () => {},
        prepared: undefined,
        assetsUrl: '',
        session: {
          id: '0' as SessionId,
          memberId: member.id,
          installKey: Buffer.alloc(32),
          account: member.account,
          uid: member.uid,
          nick: member.nick,
        },
      };
      return (await handled.handler(context, parsed, { account: member.account })) as CallOutput<typeof path>;
    },
  };
}

type Terms = { coin: Coin; quantity: string; price: string; min: string; max: string };

async function addPayAccount({ tx }: World, owner: Actor, code: string): Promise<string[]> {
  const { id } = await addApproved(tx, { memberId: owner.id, holderName: personOf(owner).realName, code });
  return [id];
}

async function publish(
  owner: Actor,
  { coin, quantity, price, min, max }: Terms,
  payAccountIds: readonly string[] = [],
) {
  const { cards } = await owner.call('/bank/list/{account}', {});
  const { listing } = await owner.call('/listing/create', {
    coin,
    quantity,
    price,
    minQuantity: min,
    maxQuantity: max,
    payWindowMinutes: '30',
    ttlHours: '360',
    cardIds: cards.map((card) => card.id),
    payAccountIds: [...payAccountIds],
  });
  return listing;
}

/** A buy listing of somebody who pays by bank transfer. */
async function wantToBuy(owner: Actor, { coin, quantity, price, min, max }: Terms): Promise<void> {
  await owner.call('/listing/create', {
    side: 'buy',
    coin,
    quantity,
    price,
    minQuantity: min,
    maxQuantity: max,
    payWindowMinutes: '30',
    ttlHours: '360',
    cardIds: [],
    payMethods: ['bank'],
  });
}

/** Who buys TWD, and who buys USDT. */
async function wantBoth(buyer: Actor, seller2: Actor): Promise<void> {
  await wantToBuy(buyer, {
    coin: 'TWD',
    quantity: '20000.00',
    price: '0.9980',
    min: '500.00',
    max: '10000.00',
  });
  await wantToBuy(seller2, {
    coin: 'USDT',
    quantity: '400.000000',
    price: '31.9500',
    min: '20.000000',
    max: '400.000000',
  });
}

const personOf = ({ account }: Actor) =>
  defined(
    DEMO_PEOPLE.find((it) => it.account === account),
    account,
  );

async function pay({ tx, blobs }: World, payer: Actor, order: CallOutput<'/order/lock'>['order']) {
  const person = personOf(payer);
  const lastFive = person.accountNumber.slice(-5);
  const at = (await appNow(tx)).toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const receipt = {
    app: 'kelp',
    amount: Number(order.payTwd),
    lastFive,
    at,
    reference: order.orderId,
  } as const;
  const jpeg = await drawReceipt(receipt);
  const file = { memberId: payer.id, purpose: 'order-proof', jpeg, ...RECEIPT_SIZE } as const;
  return payer.call('/order/paid', {
    orderId: order.orderId,
    version: String(order.version),
    payType: 'bank',
    paidBank: person.bankCode,
    lastFive,
    payer: person.realName,
    proofFileId: await storeMade(tx, blobs, file),
  });
}

interface PastTrade {
  readonly buyer: Actor;
  readonly seller: Actor;
  readonly listing: { readonly id: string; readonly version: number };
  readonly quantity: string;
  readonly hoursAgo: number;
}

/** A trade as people make it: paid after some minutes, released after a few more. */
async function finishTrade(
  world: World,
  { buyer, seller, listing, quantity, hoursAgo }: PastTrade,
): Promise<void> {
  const { tx } = world;
  await moveClock(tx, `-${hoursAgo} hours`);
  const { order } = await buyer.call('/order/lock', {
    listingId: listing.id,
    version: String(listing.version),
    quantity,
  });
  await moveClock(tx, `-${hoursAgo} hours 4 minutes`);
  const paid = await pay(world, buyer, order);
  await moveClock(tx, `-${hoursAgo} hours 6 minutes 10 seconds`);
  await seller.call('/order/release', { orderId: order.orderId, version: String(paid.order.version) });
}
