import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
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
  expect(warned('calls of a limit')).toHaveLength(1);
});
