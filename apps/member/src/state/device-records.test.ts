import { DEBUG_MODES } from '@holdfast/contract/constants';
import { otherSetUp, STORED_RECORDS, userDeviceSet } from '@holdfast/contract/member';
import { describe, expect, test } from 'vitest';
import { pageStorage } from '@holdfast/client/storage';
import { areaOr } from '@holdfast/client/storage';
import { debugModeOf, logAskOf } from '@holdfast/client/debug-log';
import { otherSetUpOf, userDeviceSetOf } from './device-records.ts';

const BROKEN = ['', '{', 'null', '7', '[]', '"x"', '{"pinUnlock":"yes"}', '{"jumpBindPlat":1}'];

describe('the records of a device', () => {
  test.each(BROKEN)('are their defaults when the storage says %s, and those are the contract’s', (text) => {
    const area = pageStorage({ otherSetUp: text, userDeviceSet: text, debugMod: text, logAsk: text });
    expect(otherSetUpOf(area).read()).toEqual(otherSetUp.parse({}));
    expect(userDeviceSetOf(area).read()).toEqual(userDeviceSet.parse({}));
    expect(debugModeOf(area).read()).toBe(STORED_RECORDS.debugMod.schema.parse(undefined));
    expect(logAskOf(area).read()).toBe(STORED_RECORDS.logAsk.schema.parse(undefined));
  });

  test.each(DEBUG_MODES)('take %s as a person writes it into the browser’s tools', (mode) => {
    expect(debugModeOf(pageStorage({ debugMod: mode })).read()).toBe(mode);
  });

  test('keep one flag when others are missing', () => {
    const area = pageStorage({ otherSetUp: '{"jumpContactUs":true}' });
    expect(otherSetUpOf(area).read()).toEqual(otherSetUp.parse({ jumpContactUs: true }));
  });
});

describe('a browser that forbids its storage', () => {
  test('gives the app one for the life of the page', () => {
    const { area, isKept } = areaOr(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    area.setItem('a', '1');
    expect([isKept, area.getItem('a'), area.length, area.key(0)]).toEqual([false, '1', 1, 'a']);
  });
});
