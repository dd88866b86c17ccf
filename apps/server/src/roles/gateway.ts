import type { CardApproval, Surface } from '@holdfast/contract/calls';
import { createChannelServer } from '@holdfast/secure-channel/node';
import { systemClock, type MemberId } from '@holdfast/kernel';
import type { FastifyInstance } from 'fastify';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Database, OpenDatabase } from '#platform/db/db.ts';
import { watchReadiness } from '#platform/db/health.ts';
import { mergeCalls, type CompleteCallTable } from '#platform/gateway/call-table.ts';
import { createExchangeQueue } from '#platform/gateway/exchange-queue.ts';
import { createPipeline } from '#platform/gateway/pipeline.ts';
import { registerGateway } from '#platform/gateway/routes.ts';
import { createStreamServer } from '#platform/gateway/stream.ts';
import { keepChannelKeys } from '#platform/gateway/ticket-keys.ts';
import { createKnownNetworks } from '#platform/limits/known-networks.ts';
import { createLimiter } from '#platform/limits/limits.ts';
import { startHub } from '#platform/live/hub.ts';
import type { Log } from '#platform/log/log.ts';
import { createMessages } from '#platform/messaging/messages.ts';
import { watchMaintenance, type MaintenanceState } from '#platform/maintenance/maintenance.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import { createWatch, type Watch } from '#platform/metrics/watch.ts';
import { createPasswords, type PasswordCost, type PasswordQueues } from '#platform/passwords/passwords.ts';
import { unknownPlaces } from '#platform/place/place.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { appVersionCalls, type AppFacts } from '#features/app-version/index.ts';
import { assetCalls } from '#features/assets/index.ts';
import { authenticatorCalls } from '#features/authenticator/index.ts';
import { bankCardCalls, bankCardStatusOf, listCards, toBankCard } from '#features/bank-cards/index.ts';
import { contactChangeCalls } from '#features/contact-change/index.ts';
import { listingCalls } from '#features/listings/index.ts';
import { memberAdministrationCalls, memberPermissions } from '#features/member-administration/index.ts';
import { memberProfileCalls, requiredRealNameOf } from '#features/member-profile/index.ts';
import { inboxSource, notificationCalls } from '#features/notifications/index.ts';
import { operatorCalls, operatorGuard, recheckOperator } from '#features/operators/index.ts';
import { createOneTimeCodes, oneTimeCodeCalls } from '#features/one-time-code/index.ts';
import { cardUsesOf, orderCalls } from '#features/orders/index.ts';
import { passwordCalls } from '#features/passwords/index.ts';
import { realNameCalls } from '#features/real-name/index.ts';
import { registrationCalls } from '#features/registration/index.ts';
import { createQuestionsOf, securityQuestionCalls } from '#features/security-questions/index.ts';
import { findReader, installKnownSince, securityCalls } from '#features/security/index.ts';
import {
  recheckSession,
  recheckSessions,
  renewSession,
  sessionGuard,
  signInCalls,
} from '#features/sign-in/index.ts';
import { secretGuard, transactionSecretCalls } from '#features/transaction-secret/index.ts';
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
  readonly cardApproval: CardApproval;
}

/** Merges the call tables of all slices. A built call that no slice answers does not compile. */
export function allCalls(parts: CallParts): CompleteCallTable {
  const messages = createMessages({ ...parts, readerOf: findReader });
  const codes = createOneTimeCodes({ ...parts, messages });
  const questionsOf = createQuestionsOf(parts.secrets);
  const { members, anyone } = parts.passwords;
  const checking = parts.appFacts.realNameCheck;
  const named = { realNameOf: requiredRealNameOf({ checking }) };
  return mergeCalls(
    appVersionCalls(parts),
    signInCalls({ ...parts, passwords: anyone, messages, codes }),
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
    }),
    bankCardCalls({ ...named, approval: parts.cardApproval, cardUsesOf }),
    assetCalls(),
    realNameCalls(),
    walletCalls(),
    listingCalls(named),
    orderCalls({ checking }),
    notificationCalls({ installKnownSince }),
    securityCalls({ messages }),
    authenticatorCalls({ messages, renewSession }),
    contactChangeCalls({ codes, messages }),
    operatorCalls({ ...parts, passwords: anyone, messages, kinds: [memberPermissions] }),
    memberAdministrationCalls(),
  );
}

export interface GatewayRole {
  /** The origins that this process answers at. */
  readonly apps: Partial<Readonly<Record<Surface, FastifyInstance>>>;
  readonly database: Pick<OpenDatabase, 'db' | 'pool'>;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly appFacts: AppFacts;
  readonly cardApproval: CardApproval;
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
}

/** Adds the gateway to the apps; resolves to a function that stops it. */
export async function startGateway(role: GatewayRole): Promise<() => Promise<void>> {
  const { apps, database, secrets, log } = role;
  const { db, pool } = database;
  const clock = systemClock;
  const channel = createChannelServer({ serverKeys: secrets.serverKeys });
  const keys = await keepChannelKeys({ db, box: secrets.ticketKeyBox, channel, clock, log });
  const hub = startHub({ pool, log });
  const limiter = createLimiter(pool);
  const watch = createWatch(role);
  const known = createKnownNetworks();
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
  const source = inboxSource(db);
  const streams = createStreamServer({ channel, guards, hub, source, limiter, maintenanceUntil, clock, log });
  const table = allCalls({ passwords, maintenance, watch, ...role });
  const seeMember = (member: MemberId, address: string) => known.remember(member, address);
  const parts = { ...role, db, table, guards, limiter, audit: writeAudit, seeMember };
  const transport = {
    channel,
    keys,
    publicKeys: secrets.publicKeys,
    limiter,
    exchanges: createExchangeQueue(known),
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
      // Operators end a maintenance, so it does not hold for them.
      maintenanceUntil: isConsole ? () => undefined : maintenanceUntil,
    });
    if (isConsole) refuseOtherSites(app);
    registerGateway(app, { ...transport, pipeline, ...(!isConsole && { streams }) });
    registerHealth(app, db);
  }
  return async () => {
    streams.stop();
    keys.stop();
    maintenance.stop();
    await hub.stop();
    // No request waits for an exchange or a hash once its app is closed.
    await Promise.all(origins.map(([, app]) => app.close()));
    await channel.close();
    await passwords.close();
  };
}

/** `/healthz`: the process answers. `/readyz`: the database answers, and its clock agrees with this node's. */
function registerHealth(app: FastifyInstance, db: Database): void {
  const readiness = watchReadiness(db);
  app.get('/healthz', (_request, reply) => reply.type('text/plain').send('ok'));
  app.get('/readyz', async (_request, reply) => {
    const state = await readiness();
    return reply
      .type('text/plain')
      .code(state === 'ready' ? 200 : 503)
      .send(state);
  });
}
