import { createMemoryHistory } from '@tanstack/react-router';
import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { App } from '#app/app.tsx';
import { createConsoleRouter } from '#app/router.tsx';
import { caseDetail, caseThread, freeCase } from '#test/answers/cases.ts';
import { fakeServices } from '#test/fake-services.ts';

async function paymentOf(detail: typeof caseDetail): Promise<HTMLElement> {
  globalThis.scrollTo = () => {};
  const services = fakeServices({
    role: 'resolver',
    answers: {
      '/operator/case/state/{id}': freeCase,
      '/operator/case/detail/{id}': detail,
      '/operator/case/thread': caseThread,
    },
  });
  const history = createMemoryHistory({ initialEntries: ['/case?order=128'] });
  render(<App services={services} router={createConsoleRouter(services, history)} />);
  return (await screen.findByRole('heading', { name: '付款對帳' })).parentElement as HTMLElement;
}

it('names the pay app that an order is paid by as members read it', async () => {
  const { paid } = caseDetail;
  const payment = await paymentOf({
    ...caseDetail,
    payTo: { holderName: '王○本', place: 'jkopay', account: '****0030' },
    paid: paid && { ...paid, from: 'jkopay' },
  });
  expect(within(payment).getByText('街口支付 ****0030 王○本')).toBeDefined();
  expect(payment.textContent).toContain('街口支付 · 末五碼 20002');
  expect(payment.textContent).not.toContain('jkopay');
});

it('names the banks beside their codes', async () => {
  const payment = await paymentOf(caseDetail);
  expect(within(payment).getByText('822 中國信託銀行 ****9012 陳○宏')).toBeDefined();
  expect(payment.textContent).toContain('013 國泰世華銀行 · 末五碼 20002');
});
