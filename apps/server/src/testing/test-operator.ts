import { TOTP } from 'otpauth';
import type { CallOutput } from '@holdfast/contract/calls';
import { defined } from '@holdfast/kernel';
import { sql } from 'kysely';
import { createAdmins } from '#features/operators/index.ts';
import type { TestClient } from './test-client.ts';
import type { TestServer } from './test-server.ts';

/** Operators who sign in as people do, with a password and an authenticator. */

export const OPERATOR_PASSWORD = 'harbour light 7';

const totpOf = (secret: string) => new TOTP({ secret });

/** The code of an authenticator by the product's clock; `steps` later or earlier. */
export async function codeOf(server: TestServer, secret: string, steps = 0): Promise<string> {
  const { rows } = await sql<{ now: Date }>`select platform.app_now() as now`.execute(server.database.owner);
  return totpOf(secret).generate({ timestamp: defined(rows[0], 'a time').now.getTime() + steps * 30_000 });
}

export interface Enrolled {
  readonly client: TestClient;
  readonly email: string;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** Enrols with an invitation; leaves the client signed in. */
export async function enrol(server: TestServer, invitation: string, client?: TestClient): Promise<Enrolled> {
  const own = client ?? (await server.visitor({ at: 'console', address: freshAddress() }));
  const begun = await own.send<CallOutput<'/operator/enrolment/begin'>>('/operator/enrolment/begin', {
    invitation,
  });
  const { secret, email } = begun.data;
  const finished = await own.send<CallOutput<'/operator/enrolment/finish'>>('/operator/enrolment/finish', {
    invitation,
    password: OPERATOR_PASSWORD,
    code: await codeOf(server, secret, -1),
  });
  if (finished.outcome !== 'SUCCESS') throw new Error(`enrolment: ${finished.outcome}`);
  const { access_token, recoveryCodes } = finished.data;
  own.keepProof({ account: email, access_token });
  return { client: own, email, secret, recoveryCodes };
}

let networks = 0;
export const freshAddress = (): string => `172.20.${(networks += 1) % 250}.7`;

/** The first two administrators of a server, enrolled. */
export async function admins(server: TestServer): Promise<readonly [Enrolled, Enrolled]> {
  const invited = defined(
    await createAdmins(server.database.owner, ['lin@operators.example', 'chen@operators.example']),
    'there are no administrators yet',
  );
  const [lin, chen] = await Promise.all(invited.map(({ invitation }) => enrol(server, invitation)));
  return [defined(lin, 'the first'), defined(chen, 'the second')];
}
