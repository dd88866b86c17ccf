import { toOrderId } from '@holdfast/kernel';
import { fireDue } from '#features/orders/index.ts';
import type { Printer } from '#platform/documents/printer.ts';
import { calls, handle } from '#platform/gateway/call-table.ts';
import { perMinute, readsPerMinute } from '#platform/limits/limits.ts';
import { claim, claimNext, release } from './claims.ts';
import { listCases, readCaseState, readSummary } from './read-board.ts';
import { downloadEvidence, prepareEvidence } from './evidence.ts';
import { decideParties, listParties } from './flagged-parties.ts';
import { decideFlagged, listFlagged } from './flags.ts';
import { findOrders } from './find-orders.ts';
import { readRoom } from './read-room.ts';
import { listTemplateHistory, listTemplates, saveTemplate } from './reply-templates.ts';
import { reveal } from './reveal.ts';
import { rule } from './rule.ts';
import { linkLineFile, readThread, say } from './thread.ts';

export const caseCalls = ({ printer }: { readonly printer: Printer }) =>
  calls({
    '/operator/case/list': handle(listCases, { limit: readsPerMinute(120) }),
    '/operator/case/summary': handle(readSummary, { limit: readsPerMinute(120) }),
    '/operator/case/detail/{id}': handle(readRoom, { limit: readsPerMinute(120) }),
    '/operator/case/reveal/{id}': handle(reveal, { limit: perMinute(20) }),
    '/operator/case/find': handle(findOrders, { limit: readsPerMinute(30) }),
    '/operator/case/rule': handle(rule, {
      limit: perMinute(60),
      fireDue: (db, { orderId }) => fireDue(db, toOrderId(orderId)),
    }),
    '/operator/case/thread': handle(readThread, { limit: readsPerMinute(120) }),
    '/operator/case/thread/file/{id}': handle(linkLineFile, { limit: readsPerMinute(120) }),
    '/operator/case/evidence/{id}': handle(downloadEvidence, {
      limit: perMinute(6),
      prepare: prepareEvidence(printer),
    }),
    '/operator/case/say/{id}': handle(say, { limit: perMinute(30) }),
    '/operator/case/state/{id}': handle(readCaseState, { limit: readsPerMinute(120) }),
    '/operator/case/claim/{id}': handle(claim, { limit: perMinute(60) }),
    '/operator/flag/list': handle(listFlagged, { limit: readsPerMinute(120) }),
    '/operator/flag/decide/{id}': handle(decideFlagged, { limit: perMinute(60) }),
    '/operator/flag/parties': handle(listParties, { limit: readsPerMinute(120) }),
    '/operator/flag/parties-decide/{id}': handle(decideParties, { limit: perMinute(60) }),
    '/operator/reply-template/list': handle(listTemplates, { limit: readsPerMinute(120) }),
    '/operator/reply-template/history': handle(listTemplateHistory, { limit: readsPerMinute(60) }),
    '/operator/reply-template/save': handle(saveTemplate, { limit: perMinute(20) }),
    '/operator/case/release/{id}': handle(release, { limit: perMinute(60) }),
    '/operator/case/next': handle(claimNext, { limit: perMinute(60) }),
  });
