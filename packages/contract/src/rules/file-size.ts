import { FILE_UNIT_BASE } from '../constants.ts';

export const FILE_SIZE_UNITS = ['KB', 'MB', 'GB', 'TB'] as const;
export type FileSizeUnit = (typeof FILE_SIZE_UNITS)[number];

/** Bytes in `value` of a unit, base 1024 (spec 5): 1 MB is 1,048,576 bytes. */
export function toBytes(value: number, unit: FileSizeUnit): number {
  return value * FILE_UNIT_BASE ** (FILE_SIZE_UNITS.indexOf(unit) + 1);
}

/** Whether a file of `bytes` keeps a limit of `max` units; exactly the limit is within it. Zero, negative or broken sizes are not. */
export function isFileSizeWithin({
  bytes,
  max,
  unit,
}: {
  bytes: number;
  max: number;
  unit: FileSizeUnit;
}): boolean {
  return Number.isSafeInteger(bytes) && bytes > 0 && bytes <= toBytes(max, unit);
}
