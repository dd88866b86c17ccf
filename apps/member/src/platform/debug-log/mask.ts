import { callOf, HIDDEN, redact } from '@holdfast/contract';
import type { CallRecord } from './debug-log.ts';

/**
 * One call as a line of the log: req, resp, error (spec 3), masked by the marks of its own fields. An envelope's device, proof and
 * transaction secret never come here, and a call whose fields are not described is hidden whole. Loaded apart: with this file come
 * the schemas of all calls.
 */
export function maskRecord({ path, at, tookMs, input, output, error }: CallRecord): string {
  const { schemas } = callOf(path);
  return JSON.stringify({
    at: new Date(at).toISOString(),
    call: path,
    tookMs,
    req: schemas ? redact(schemas.input, input) : HIDDEN,
    ...(output !== undefined && { resp: schemas ? redact(schemas.output, output) : HIDDEN }),
    ...(error && { error }),
  });
}
