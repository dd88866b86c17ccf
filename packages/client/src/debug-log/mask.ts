import { redact } from '@holdfast/contract/wire';
import type { CallRecord } from './debug-log.ts';
import { CALL_MASKS } from './generated/call-masks.ts';

/**
 * One call as a line of the log: req, resp, error (spec 3), masked by the marks of its own fields. An envelope's device, proof and
 * transaction secret never come here. Loaded apart, with the masks of all calls.
 */
export function maskRecord({ path, at, tookMs, input, output, error }: CallRecord): string {
  const { req = {}, resp = {} } = CALL_MASKS[path] ?? {};
  return JSON.stringify({
    at: new Date(at).toISOString(),
    call: path,
    tookMs,
    req: redact(req, input),
    ...(output !== undefined && { resp: redact(resp, output) }),
    ...(error && { error }),
  });
}
