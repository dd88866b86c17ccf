export { bUrlOf, ENVELOPE_PAIRS, toPairs } from './request.ts';
export {
  field,
  holdsSecret,
  maskOf,
  proofFieldsOf,
  secretFieldsOf,
  type FieldRule,
  type LogRule,
  type StoreRule,
} from './field.ts';
export { HIDDEN, redact, type Mask } from './mask.ts';
