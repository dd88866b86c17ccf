import { fail } from '@holdfast/contract/errors';
import { mayDo } from '@holdfast/contract/operators';
import { toOrderId, type OperatorId } from '@holdfast/kernel';
import { OPERATOR_TOPICS, type Audience } from '#platform/outbox/outbox.store.ts';
import type { Guards } from './guards.ts';
import { proofOf, type AdmitToStream } from './stream.ts';

const ORDER = /^[1-9]\d{0,17}$/;

/** What an operator's stream tells of: the own session always, the rest by what the role may read. */
function audiencesOf(id: OperatorId, { mayRead, order }: { mayRead: boolean; order: string | undefined }) {
  const own: Audience = `operator:${id}`;
  const board: readonly Audience[] = mayRead ? ['operators'] : [];
  const room: readonly Audience[] = order === undefined ? [] : [`order:${toOrderId(order)}`];
  return [own, ...board, ...room];
}

/**
 * The stream of an operator: hints alone, of the board and of the one order that is looked at (`order`). Nothing of an order travels in it; what an
 * operator may read, each read decides anew. Looked at anew with every beat: a console that nobody touches must not go on showing what it has.
 */
export function operatorStreams({ guards }: { guards: Pick<Guards, 'findOperator'> }): AdmitToStream {
  return async (request, { call }, count) => {
    const find = () => guards.findOperator(proofOf(request));
    const { id, role } = await find();
    const owner = `operator:${id}`;
    await count(owner);
    const mayCall = role === 'admin' || call.who.includes(`op:${role}`);
    const order = request.pairs.get('order');
    const mayRead = mayDo(role, 'cases.read');
    if (!mayCall || (order !== undefined && !mayRead)) throw fail('ROLE_NOT_ALLOWED');
    if (order !== undefined && !ORDER.test(order)) throw fail('PARAMETERS_INVALID', { fields: ['order'] });
    return {
      owner,
      audiences: audiencesOf(id, { mayRead, order }),
      opened: {},
      atOnce: [],
      async recheck() {
        // Another role ends its session as well; this holds even where that is not so.
        if ((await find()).role !== role) throw fail('SESSION_TIMEOUT');
      },
      rechecksOnBeat: true,
      async tell(topics, send) {
        const what = OPERATOR_TOPICS.filter((topic) => topics.has(topic) && topic !== 'ended');
        if (what.length > 0) send({ type: 'changed', what });
      },
    };
  };
}
