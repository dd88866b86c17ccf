import { describe, expect, it } from 'vitest';
import { decideSession, nameDevice, type SessionTimes } from './session.rules.ts';

const now = new Date('2031-05-05T12:00:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const live: SessionTimes = { createdAt: ago(60), activeAt: ago(1), endedAt: null, endReason: null };

describe('a session', () => {
  it.each<[string, Partial<SessionTimes>, object]>([
    ['lives while somebody acts', {}, { kind: 'live' }],
    [
      'lives until the last moment of the idle time',
      { activeAt: new Date(ago(60).getTime() + 1) },
      { kind: 'live' },
    ],
    ['runs out after 60 idle minutes', { activeAt: ago(60) }, { kind: 'timed-out', reason: 'idle' }],
    [
      'runs out after 24 hours even if somebody acts',
      { createdAt: ago(24 * 60) },
      { kind: 'timed-out', reason: 'absolute' },
    ],
    [
      'that nobody uses has run out as idle, also when it is looked at days later',
      { createdAt: ago(72 * 60), activeAt: ago(71 * 60) },
      { kind: 'timed-out', reason: 'idle' },
    ],
    [
      'tells who ended it although it has run out meanwhile',
      { createdAt: ago(3000), endedAt: ago(2000), endReason: 'takeover' },
      { kind: 'ended', reason: 'takeover', at: ago(2000) },
    ],
    [
      'that was closed as idle is a time-out',
      { endedAt: ago(5), endReason: 'idle' },
      { kind: 'timed-out', reason: 'idle' },
    ],
  ])('%s', (_, change, verdict) => expect(decideSession({ ...live, ...change }, now)).toEqual(verdict));
});

it.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1',
    'Safari · iPhone',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/156.0 Safari/537.36 Edg/156.0', 'Edge · Windows'],
  ['Mozilla/5.0 (Linux; Android 16; K) Chrome/156.0 Mobile Safari/537.36', 'Chrome · Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) CriOS/156.0 Mobile Safari/604.1',
    'Chrome · iPhone',
  ],
  ['Mozilla/5.0 (X11; CrOS x86_64) Chrome/156.0 Safari/537.36 OPR/120.0', 'Opera · ChromeOS'],
  ['', '—'],
])('names the device of %j', (userAgent, name) => expect(nameDevice(userAgent)).toBe(name));
