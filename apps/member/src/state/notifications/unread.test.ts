import type { InboxRow } from '@holdfast/contract/calls';
import { pageStorage } from '@holdfast/client/storage';
import { describe, expect, test } from 'vitest';
import { createSession } from '../session/session.ts';
import { createUnread, UNREAD_KEY } from './unread.ts';

const row = (seq: number, orderId?: string): InboxRow => ({
  seq: String(seq),
  type: 'orderPaid',
  title: '',
  content: '',
  extra: orderId === undefined ? {} : { orderId },
  at: '2026-08-17T06:02:00.000Z',
});

function prepare(kept?: unknown) {
  const session = createSession(pageStorage());
  const signIn = (uid: string) =>
    session.signIn({ account: uid, access_token: 'x'.repeat(43), nick: uid, uid }, 'f'.repeat(16));
  signIn('u1');
  const shared = pageStorage(kept === undefined ? {} : { [UNREAD_KEY]: JSON.stringify(kept) });
  const unread = createUnread({ session, shared });
  return { unread, signIn, shared, seqs: () => unread.read().map(({ seq }) => seq) };
}

describe('messages that were closed', () => {
  test('are counted once each, over a reload, until they have been read', () => {
    const { unread, shared, seqs } = prepare();
    unread.add(row(3, '501'));
    unread.add(row(4, '502'));
    unread.add(row(3, '501'));
    expect(seqs()).toEqual(['4', '3']);
    expect(prepare(JSON.parse(shared.getItem(UNREAD_KEY) ?? '')).seqs()).toEqual(['4', '3']);
    unread.drop(({ orderId }) => orderId === '501');
    expect(seqs()).toEqual(['4']);
  });

  test('are nobody else’s', () => {
    const { unread, signIn, seqs } = prepare();
    unread.add(row(3));
    signIn('u2');
    expect(seqs()).toEqual([]);
    unread.add(row(9));
    signIn('u1');
    expect(seqs()).toEqual([]);
  });

  test('are at most 99, the newest', () => {
    const { unread, seqs } = prepare();
    for (let seq = 1; seq <= 120; seq += 1) unread.add(row(seq));
    expect([seqs().length, seqs()[0], seqs().at(-1)]).toEqual([99, '22', '120']);
  });

  test('are none where the storage holds something else', () => {
    expect(prepare({ uid: 'u1', messages: [{ seq: 'x' }] }).seqs()).toEqual([]);
  });

  test('are the same object until something changes', () => {
    const { unread } = prepare();
    unread.add(row(1));
    const before = unread.read();
    unread.drop(() => false);
    expect(unread.read()).toBe(before);
  });
});
