import type { CardApproval, Surface } from '@holdfast/contract/calls';
import { createChannelServer } from '@holdfast/secure-channel/node';
import { systemClock, type MemberId } from '@holdfast/kernel';
import type { FastifyInstance } from 'fastify';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Database, OpenDatabase } from '#platform/db/db.ts';
import { createPrinter, type Printer } from '#platform/documents/printer.ts';
import { publicKeyOf } from '#platform/evidence/evidence.ts';
import { mergeCalls, type CompleteCallTable } from '#platform/gateway/call-table.ts';
import { createExchangeQueue } from '#platform/gateway/exchange-queue.ts';
import { createPipeline } from '#platform/gateway/pipeline.ts';
import { createTurns } from '#platform/gateway/turns.ts';
import { registerGateway } from '#platform/gateway/routes.ts';
import type { Guards } from '#platform/gateway/guards.ts';
import { memberStreams } from '#platform/gateway/member-streams.ts';
import { operatorStreams } from '#platform/gateway/operator-streams.ts';
import { createStreamServer, type StreamParts, type StreamServer } from '#platform/gateway/stream.ts';
import { keepChannelKeys } from '#platform/gateway/ticket-keys.ts';
import { createKnownNetworks } from '#platform/limits/known-networks.ts';
import { createLimiter } from '#platform/limits/limits.ts';
import { startHub } from '#platform/live/hub.ts';
import type { Log } from '#platform/log/log.ts';
import { createMessages, type Messages } from '#platform/messaging/messages.ts';
import { watchMaintenance, type MaintenanceState } from '#platform/maintenance/maintenance.ts';
import type { Watch } from '#platform/metrics/watch.ts';
import { createPasswords, type PasswordCost, type PasswordQueues } from '#platform/passwords/passwords.ts';
import { noPeers, type Peers } from '#platform/peers/peers.ts';
import { unknownPlaces } from '#platform/place/place.ts';
import { pushFactsOf, type PushSettings } from '#platform/push/push.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { appVersionCalls, type AppFacts } from '#features/app-version/index.ts';
import { assetCalls } from '#features/assets/index.ts';
import { authenticatorCalls } from '#features/authenticator/index.ts';
import {
  bankCardCalls,
  bankCardStatusOf,
  cardReviews,
  listCards,
  toBankCard,
} from '#features/bank-cards/index.ts';
import { broadcastCalls, broadcastRequests, describeBroadcasts } from '#features/broadcasts/index.ts';
import { caseCalls, rulingRequest } from '#features/cases/index.ts';
import { contactChangeCalls } from '#features/contact-change/index.ts';
import { dashboardCalls } from '#features/dashboard/index.ts';
import { levelCalls } from '#features/levels/index.ts';
import { findTrader, listingCalls, lockCapOf } from '#features/listings/index.ts';
import {
  memberAdministrationCalls,
  memberPermissions,
  memberSecondStep,
} from '#features/member-administration/index.ts';
import { maintenanceCalls } from '#features/maintenance/index.ts';
import { findMembers, memberProfileCalls, requiredRealNameOf } from '#features/member-profile/index.ts';
import { inboxSource, notificationCalls } from '#features/notifications/index.ts';
import { pushCalls } from '#features/push/index.ts';
import { operatorCalls, operatorGuard, recheckOperator } from '#features/operators/index.ts';
import { createOneTimeCodes, oneTimeCodeCalls } from '#features/one-time-code/index.ts';
import { cardUsesOf, orderCalls, payAccountUsesOf } from '#features/orders/index.ts';
import { passkeyCalls, relyingPartyOf } from '#features/passkeys/index.ts';
import { passwordCalls } from '#features/passwords/index.ts';
import { identityReviews, realNameCalls } from '#features/real-name/index.ts';
import { registrationCalls } from '#features/registration/index.ts';
import { reviewCalls } from '#features/reviews/index.ts';
import { createQuestionsOf, securityQuestionCalls } from '#features/security-questions/index.ts';
import { settingCalls, settingRequest } from '#features/settings/index.ts';
import { findPhrase, installKnownSince, securityCalls } from '#features/security/index.ts';
import {
  nameDevice,
  recheckSession,
  recheckSessions,
  renewSession,
  sessionGuard,
  signInCalls,
} from '#features/sign-in/index.ts';
import { secretGuard, transactionSecretCalls } from '#features/transaction-secret/index.ts';
import {
  payAccountReviews,
  renameHolders,
  thirdPartyPaymentCalls,
} from '#features/third-party-payment/index.ts';
import { walletCalls } from '#features/wallet/index.ts';
import { refuseOtherSites } from './console.ts';

/**
 * The gateway role and the console role: the channel's endpoints, the calls of all slices, and live streams, at the member app's origin, at the
 * console's, or at both. Both have one transport and one table of calls; which of them a caller can reach, the origin decides.
 */

export interface CallParts {
  readonly passwords: PasswordQueues;
  readonly secrets: Secrets;
  readonly appFacts: AppFacts;
  /** The calendar policy of passwords; 0 for none. */
  readonly passwordMaxAgeDays?: number;
  readonly publicUrl?: string | undefined;
  /** The origin of the console. */
  readonly consoleUrl?: string | undefined;
  readonly maintenance: MaintenanceState;
  readonly watch: Watch;
  /** Absent: no push service is known, and no address is taken. */
  readonly push?: PushSettings;
  readonly cardApproval: CardApproval;
  /** An owner whom nobody has seen for a while is asked before a lock. Absent: yes. */
  readonly asksAbsentOwners?: boolean;
  readonly printer: Printer;
}

/** What two operators do together. */
const requestKinds = (messages: Messages) => [
  memberPermissions,
  memberSecondStep(messages),
  settingRequest,
  rulingRequest,
  ...broadcastRequests,
];

/** Merges the call tables of all slices. A built call that no slice answers does not compile. */
export function allCalls(parts: CallParts): CompleteCallTable {
  const messages = createMessages({ ...parts, phraseOf: findPhrase });
  const codes = createOneTimeCodes({ ...parts, messages });
  const questionsOf = createQuestionsOf(parts.secrets);
  const { members, anyone } = parts.passwords;
  const party = relyingPartyOf(parts.publicUrl);
  const { asksAbsentOwners = true, printer } = parts;
  const named = { realNameOf: requiredRealNameOf({ checking: parts.appFacts.realNameCheck }) };
  return mergeCalls(
    appVersionCalls(parts),
    signInCalls({ ...parts, passwords: anyone, messages, codes, party }),
    oneTimeCodeCalls({ codes }),
    registrationCalls({ passwords: anyone }),
    passwordCalls({
      passwordMaxAgeDays: 0,
      ...parts,
      passwords: anyone,
      memberPasswords: members,
      messages,
      codes,
      questionsOf,
    }),
    transactionSecretCalls({ ...parts, passwords: members, messages }),
    securityQuestionCalls({ passwords: anyone, memberPasswords: members, messages, questionsOf }),
    memberProfileCalls({
      cardsOf: async (tx, memberId) => {
        const cards = await listCards(tx, memberId);
        return { banks: cards.map(toBankCard), bankCardStatus: bankCardStatusOf(cards) };
      },
      locksMaxOf: async (tx, { id, level }, settings) =>
        lockCapOf(level, (await findTrader(tx, id)).locksMax, settings),
    }),
    levelCalls({ messages }),
    bankCardCalls({
      ...named,
      approval: parts.cardApproval,
      cardUsesOf,
      renamePayAccounts: renameHolders,
    }),
    thirdPartyPaymentCalls({ ...named, approval: parts.cardApproval, payAccountUsesOf }),
    assetCalls(),
    realNameCalls(),
    walletCalls(),
    listingCalls({ ...named, asksAbsentOwners }),
    orderCalls({ checking: parts.appFacts.realNameCheck, asksAbsentOwners, printer }),
    notificationCalls({ installKnownSince, namesOf: findMembers, describeBroadcasts }),
    pushCalls(pushFactsOf(parts.push, parts.secrets.vapidKeys)),
    securityCalls({ messages }),
    authenticatorCalls({ messages, renewSession }),
    passkeyCalls({ messages, renewSession, party, nameDevice }),
    contactChangeCalls({ codes, messages }),
    operatorCalls({
      ...parts,
      passwords: anyone,
      messages,
      kinds: requestKinds(messages),
    }),
    memberAdministrationCalls({ messages }),
    reviewCalls({
      identity: identityReviews,
      card: cardReviews,
      'pay-account': payAccountReviews,
    }),
    caseCalls({ printer }),
    dashboardCalls(),
    maintenanceCalls(),
    settingCalls(),
    broadcastCalls(parts),
  );
}

export interface GatewayRole {
  /** The origins that this process answers at. */
  readonly apps: Partial<Readonly<Record<Surface, FastifyInstance>>>;
  readonly database: Pick<OpenDatabase, 'db' | 'pool'>;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly watch: Watch;
  readonly appFacts: AppFacts;
  readonly push?: PushSettings;
  readonly cardApproval: CardApproval;
  readonly asksAbsentOwners?: boolean;
  /** The calendar policy of passwords; 0 for none. */
  readonly passwordMaxAgeDays?: number;
  /** The origin of the member app, for links in messages. */
  readonly publicUrl?: string | undefined;
  /** The origin of the console, for links in invitations. */
  readonly consoleUrl?: string | undefined;
  /** The product's own by default. Tests use a cheap one. */
  readonly passwordCost?: PasswordCost;
  /** Wakes the outbox relay, if the worker role runs in this process. */
  readonly wakeRelay: () => void;
  readonly peers?: Peers;
}

/** The streams of both origins: what members are told of, and what operators are. */
function openStreams({
  db,
  guards,
  maintenanceUntil,
  ...parts
}: Omit<StreamParts, 'admit'> & {
  readonly db: Database;
  readonly guards: Pick<Guards, 'findSession' | 'findOperator'>;
  readonly maintenanceUntil: () => Date | undefined;
}): Readonly<Record<Surface, StreamServer>> {
  const source = inboxSource(db);
  return {
    member: createStreamServer({ ...parts, admit: memberStreams({ guards, source, maintenanceUntil }) }),
    console: createStreamServer({ ...parts, admit: operatorStreams({ guards }) }),
  };
}

/** The networks that members call from, at whichever process. */
function shareKnownNetworks(peers: Peers) {
  const known = createKnownNetworks();
  peers.hear((word) => {
    if (word.is === 'member-at') known.remember(word.member, word.address);
  });
  const seeMember = (member: MemberId, address: string) => {
    if (known.remember(member, address)) peers.tell({ is: 'member-at', member, address });
  };
  return { known, seeMember };
}

/** Adds the gateway to the apps; resolves to a function that stops it. */
export async function startGateway(role: GatewayRole): Promise<() => Promise<void>> {
  const { apps, database, secrets, log, watch, peers = noPeers } = role;
  const { db, pool } = database;
  const clock = systemClock;
  const channel = createChannelServer({ serverKeys: secrets.serverKeys });
  const keys = await keepChannelKeys({ db, box: secrets.ticketKeyBox, channel, clock, log });
  const hub = startHub({ pool, log });
  const limiter = createLimiter(pool);
  const passwords = await createPasswords(secrets.passwordPepper, {
    cost: role.passwordCost,
    onHash: (queue) => watch.count('holdfast_password_hashes_total', { queue }),
  });
  const guards = {
    findSession: sessionGuard(db),
    recheckSession,
    recheckSessions,
    findOperator: operatorGuard(db),
    recheckOperator,
    ...secretGuard({ db, passwords: passwords.members }),
  };
  const maintenance = await watchMaintenance({ db, log });
  const maintenanceUntil = maintenance.until;
  const streams = openStreams({ db, channel, guards, hub, limiter, maintenanceUntil, clock, log });
  const printer = createPrinter(secrets.keys.kept['evidence-signing']);
  const table = allCalls({ ...role, passwords, maintenance, printer });
  const { known, seeMember } = shareKnownNetworks(peers);
  const turns = createTurns(pool);
  const parts = { ...role, db, turns, table, guards, limiter, audit: writeAudit, seeMember };
  const transport = {
    channel,
    keys,
    publicKeys: secrets.publicKeys,
    evidenceKey: publicKeyOf(secrets.keys.kept['evidence-signing']),
    limiter,
    exchanges: createExchangeQueue(known, peers.count),
    watch,
    places: unknownPlaces,
    clock,
  };
  const origins = Object.entries(apps) as [Surface, FastifyInstance][];
  for (const [surface, app] of origins) {
    const isConsole = surface === 'console';
    const pipeline = createPipeline({
      ...parts,
      surface,
      assetsUrl: role.appFacts.assetsUrl,
      // Operators end a maintenance, so it does not hold for them.
      maintenanceUntil: isConsole ? () => undefined : maintenanceUntil,
    });
    if (isConsole) refuseOtherSites(app);
    registerGateway(app, { ...transport, pipeline, streams: streams[surface] });
  }
  return async () => {
    for (const server of Object.values(streams)) server.stop();
    keys.stop();
    maintenance.stop();
    await hub.stop();
    // No request waits for an exchange or a hash once its app is closed.
    await Promise.all(origins.map(([, app]) => app.close()));
    turns.stop();
    await channel.close();
    await Promise.all([passwords.close(), printer.close()]);
  };
}
