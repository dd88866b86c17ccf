import { randomBytes } from 'node:crypto';
import { bUrlOf } from '@holdfast/contract/wire';
import { expect, it } from 'vitest';
import { admins, freshAddress, OPERATOR_PASSWORD } from '#testing/test-operator.ts';
import { testServer } from '#testing/test-server.ts';
import { post } from '#testing/test-client.ts';

/** What an operator sees of an attack: counters by kind, and a line in the log for each defence at work. */
const server = await testServer();
const countOf = (series: string): number =>
  Number(
    server.metrics
      .text()
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.split(' ')
      .at(-1) ?? 0,
  );
const warned = (kind: string) =>
  server.logLines.filter(
    (line) => line.includes('a defence is at work') && line.includes(`"kind":"${kind}"`),
  );

const ofCall = (path: string) => warned('calls of a limit').filter((line) => line.includes(`"of":"${path}"`));
const stranger = () => server.visitor({ at: 'console', address: freshAddress() });

it('counts refusals by kind and passwords by what came of them, and warns once of a delay and of a brake', async () => {
  const member = await server.member();
  for (let n = 0; n < 24; n += 1)
    await (await server.visitor({ address: `100.64.${n}.1` })).signIn(member.account, 'Wrong1234');
  const neighbour = await server.visitor({ address: '100.65.0.1' });
  for (let n = 0; n < 8; n += 1) await neighbour.signIn('nobody1234', 'Wrong1234');
  expect(countOf('holdfast_refusals_total{code="SIGN_IN_FAILED"}')).toBe(25);
  expect(countOf('holdfast_refusals_total{code="SIGN_IN_DELAYED"}')).toBe(3);
  expect(countOf('holdfast_sign_in_attempts_total{outcome="code-asked"}')).toBe(4);
  expect(countOf('holdfast_alarms_total{kind="sign-in: brake"}')).toBe(4);
  for (const kind of ['sign-in: brake', 'sign-in: delay']) {
    expect(warned(kind).length).toBeGreaterThan(0);
    expect(warned(kind).length).toBeLessThan(3); // once a minute
  }
  const everything = [...warned('sign-in: brake'), ...warned('sign-in: delay'), server.metrics.text()].join();
  expect(everything).not.toContain(member.account);
  expect(everything).not.toContain('nobody1234');
});

it('warns once of a network whose exchanges are limited, and of a limit of calls', async () => {
  const address = '100.66.0.1';
  for (let n = 0; n < 70; n += 1) await post(server.app, '/proxyconfig', randomBytes(40), address);
  expect(countOf('holdfast_exchanges_total{end="limited"}')).toBe(10);
  expect(warned('exchanges of a network')).toHaveLength(1);
  const member = await server.member();
  for (let n = 0; n < 8; n += 1)
    await member.client.send('/member/security/freeze-without-session', { link: 'a'.repeat(43) });
  expect(countOf('holdfast_refusals_total{code="RATE_LIMITED"}')).toBe(3);
  expect(ofCall('/member/security/freeze-without-session')).toHaveLength(1);
});

it('warns of guesses at the console by password, by code and by invitation, and names no operator', async () => {
  const [lin] = await admins(server);
  const signIn = async (given: { password?: string; code?: string }, client = stranger()) =>
    (await client).send('/operator/sign-in', {
      email: lin.email,
      password: OPERATOR_PASSWORD,
      code: '000000',
      ...given,
    });
  const guesser = stranger();
  for (let n = 0; n < 6; n += 1) await signIn({ password: 'another password' }, guesser);
  expect(countOf('holdfast_alarms_total{kind="console: sign-in refused"}')).toBe(5);
  expect(warned('console: sign-in refused')).toHaveLength(1);
  expect(warned('sign-in: delay').some((line) => line.includes('"of":"/operator/sign-in"'))).toBe(true);
  for (let n = 0; n < 6; n += 1) await signIn({ code: `00000${n}` });
  expect(warned('console: code brake')).toHaveLength(1);
  await (await stranger()).send('/operator/enrolment/begin', { invitation: 'A'.repeat(22) });
  expect(warned('console: invitation refused')).toHaveLength(1);
  expect(server.logLines.filter((line) => line.includes('a defence is at work')).join()).not.toContain(
    lin.email,
  );
});

it('counts what is refused of streams, and warns of a flood of them', async () => {
  const { client } = await server.member();
  const bUrl = bUrlOf('/member/stream/{account}', { account: 'nobody1234' });
  for (let n = 0; n < 62; n += 1) {
    const { body } = client.session.sealRequest({
      endpoint: '/proxystream',
      bUrl,
      pairs: { ...client.proof },
      now: Date.now(),
    });
    await post(server.app, '/proxystream', body, client.address);
  }
  expect(countOf('holdfast_refusals_total{code="MEMBER_NOT_FOUND"}')).toBe(60);
  expect(ofCall('/member/stream/{account}')).toHaveLength(1);
  // More than two floods: a minute may end in between.
  const { payload } = await post(server.app, '/proxystream', randomBytes(40));
  for (let n = 0; n < 600; n += 1) await post(server.app, '/proxystream', randomBytes(40));
  expect(countOf(`holdfast_refusals_total{code="${payload}"}`)).toBe(601);
  const floods = warned('flood').filter((line) => line.includes(`"of":"holdfast_refusals_total ${payload}"`));
  expect(floods.length).toBeGreaterThan(0);
  expect(floods.length).toBeLessThan(3);
});

it('warns of a transaction secret that is locked, and of a registration that a rule refuses', async () => {
  const member = await server.member();
  const guess = () => member.send('/member/transpass/verify', { secret: '111111' });
  for (let n = 0; n < 4; n += 1) await guess();
  expect(warned('transaction secret: locked')).toHaveLength(0);
  for (let n = 0; n < 2; n += 1) await guess();
  expect(countOf('holdfast_alarms_total{kind="transaction secret: locked"}')).toBe(2);
  expect(warned('transaction secret: locked')).toHaveLength(1);
  const risk = await server.operator('risk');
  const rule = {
    kind: 'network',
    pattern: '198.18.77.0/24',
    until: 'never',
    reason: 'opened accounts for others',
  };
  await risk.send('/register-block/add', rule);
  const visitor = await server.visitor({ address: '198.18.77.9' });
  await visitor.send('/member/register', await server.registration(visitor));
  expect(warned('registration: blocked')).toHaveLength(1);
});
