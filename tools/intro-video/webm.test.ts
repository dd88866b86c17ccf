import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../lib/root.ts';
import { SECONDS } from './scene.ts';
import { type EncodedFrame, readDurationMs, toWebm } from './webm.ts';

const frame = (atMs: number, isKey: boolean): EncodedFrame => ({ atMs, isKey, data: Buffer.from([atMs, 7]) });
const video = (frames: EncodedFrame[], durationMs = 200) =>
  toWebm({ width: 720, height: 720, durationMs, frames });

/** As hex digits: id, a size of four bytes, the track, and what differs. */
const simpleBlock = (block: { time: string; flags: string; data: string }) =>
  `a31000000681${block.time}${block.flags}${block.data}`;

describe('a WebM file', () => {
  test('tells its duration, and its one cluster stands where its cue says', () => {
    const file = video([frame(0, true), frame(100, false)]);
    expect(readDurationMs(file)).toBe(200);
    const segmentBody = file.indexOf('18538067', 0, 'hex') + 8;
    const cluster = file.indexOf('1f43b675', 0, 'hex');
    const cue = file.indexOf('f110000004', 0, 'hex');
    expect(segmentBody + file.readUInt32BE(cue + 5)).toBe(cluster);
  });

  test('holds each frame with its time, and says which can be begun with', () => {
    const file = video([frame(0, true), frame(100, false)]).toString('hex');
    expect(file).toContain(simpleBlock({ time: '0000', flags: '80', data: '0007' }));
    expect(file).toContain(simpleBlock({ time: '0064', flags: '00', data: '6407' }));
  });

  test('is refused where it could not be played', () => {
    expect(() => video([frame(0, false)])).toThrow('key frame');
    expect(() => video([])).toThrow('key frame');
    expect(() => video([frame(0, true)], 40_000)).toThrow('32767 ms');
  });
});

test('the intro video that the demo shows is the one of the script: as long, and small enough for a slow network', () => {
  const file = readFileSync(join(ROOT, 'apps', 'member', 'public', 'intro.webm'));
  expect(readDurationMs(file)).toBe(SECONDS * 1000);
  expect(file.length).toBeLessThan(100_000);
});
