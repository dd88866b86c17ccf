import type { Channel } from './channel.ts';
import type { CallSession } from './session.ts';

export type Proof = readonly (readonly [string, string])[];

/** The session proof that goes with every authenticated call (decision 4). Without member data the server says 10301 itself. */
export async function proofOf(
  session: Pick<CallSession, 'read' | 'token'>,
  channel: Pick<Channel, 'sessionProof'>,
  use: 'calls' | 'hints' = 'calls',
): Promise<Proof> {
  const token = await session.token(use);
  const member = session.read();
  if (!member || token === undefined) return [];
  const { account } = member.login;
  const { device } = member.vehicle;
  return [
    ['device', device],
    ['checksum', await channel.sessionProof({ account, device, token })],
  ];
}
