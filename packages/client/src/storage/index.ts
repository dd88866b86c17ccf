export { areaOr, pageStorage } from './areas.ts';
export { openDeviceKey } from './device-key.ts';
export { hashText } from './hash.ts';
export {
  flag,
  integer,
  isRecord,
  listOf,
  matching,
  oneOf,
  recordOf,
  text,
  withDefault,
  type Reader,
} from './read.ts';
export { createRecord, type StoredRecord } from './record.ts';
export { createStored, type Stored } from './stored.ts';
export { createTextSealer, type TextSealer } from './sealed-text.ts';
