import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toMemberId } from '@holdfast/kernel';
import { expect, it, onTestFinished } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import type { Word } from '#platform/peers/peers.ts';
import { furtherGatewayOf, furtherGateways } from './further-gateways.ts';

const AT = { is: 'member-at', member: toMemberId('7'), address: '203.0.113.7' } as const;

/** Says of each word that it has heard it: every process hears what it did not say itself. */
const PROGRAM = `
  process.on('message', (word) => process.send({ is: 'seen', as: 'count', what: word.is, labels: { port: process.argv[3] } }));
  process.on('disconnect', () => process.exit(0));
  process.on('SIGTERM', () => process.exit(0));
  process.send(${JSON.stringify(AT)});
`;

it('pass what one says of a member on to the others, and what all have seen to the first', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-peers-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const program = join(folder, 'program.cjs');
  writeFileSync(program, PROGRAM);
  const gateways = furtherGateways({ count: 3, log: createLog('silent'), program });
  const heard: Word[] = [];
  gateways.hear((word) => heard.push(word));
  gateways.start(4000);
  const counts = () => heard.filter((word) => word.is === 'seen');
  // Two say where a member is. Whoever was there already hears the other's.
  await expect.poll(() => heard.filter((word) => word.is === 'member-at').length).toBe(2);
  await expect.poll(() => counts().length).toBeGreaterThan(0);
  const before = counts().length;
  gateways.tell(AT);
  // One more where the later of the two was there in time to hear the earlier one.
  await expect.poll(() => counts().length).toBeGreaterThanOrEqual(before + 2);
  expect(counts().at(-1)).toMatchObject({ what: 'member-at', labels: { port: '4000' } });
  await gateways.stop();
});

it('are told the port and how many they are', () => {
  expect(furtherGatewayOf(['node', 'main.ts'])).toBeUndefined();
  expect(furtherGatewayOf(['node', 'main.ts', '--further-gateway', '4000', '3'])).toEqual({
    port: 4000,
    count: 3,
  });
});
