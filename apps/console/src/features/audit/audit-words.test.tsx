import { CASE_REVEALS, FLAG_VERDICTS, type AuditAction } from '@holdfast/contract/operators';
import { REMARK_VERDICTS } from '@holdfast/contract/orders';
import { createMemoryHistory } from '@tanstack/react-router';
import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { App } from '#app/app.tsx';
import { createConsoleRouter } from '#app/router.tsx';
import { auditList } from '#test/answers/operators.ts';
import { fakeServices } from '#test/fake-services.ts';

type Detail = { name: string; value: string };

/** What the log shows as the details of a line about an order. */
async function shown(action: AuditAction, detail: readonly Detail[]): Promise<string> {
  globalThis.scrollTo = () => {};
  const [line] = auditList.items;
  const items = line ? [{ ...line, action, subject: 'order:5', detail: [...detail] }] : [];
  const services = fakeServices({
    role: 'admin',
    answers: { '/operator/audit/list': { items, next: null } },
  });
  const router = createConsoleRouter(services, createMemoryHistory({ initialEntries: ['/audit'] }));
  render(<App services={services} router={router} />);
  const log = within(await screen.findByRole('table', { name: '稽核紀錄' }));
  return (await log.findByText('訂單 5')).closest('tr')?.textContent ?? '';
}

it.each([...CASE_REVEALS, ...FLAG_VERDICTS, ...REMARK_VERDICTS, 'parties', 'line-2'])(
  'says in words what was looked at or decided: %s',
  async (value) => {
    const text = await shown('order-revealed', [{ name: 'what', value }]);
    expect(text).toMatch(/項目：\P{ASCII}/u);
    expect(text).not.toContain(value);
  },
);

it('says a ruling and its reason in words', async () => {
  const ruled = await shown('order-ruled', [
    { name: 'verdict', value: 'release' },
    { name: 'reason', value: 'payment-proven' },
  ]);
  expect(ruled).toContain('結果：放行給買家 · 理由：查證後確認買家已付款');
});

it('leaves a reason that was typed as it is', async () => {
  expect(await shown('order-revealed', [{ name: 'reason', value: 'release' }])).toContain('理由：release');
});
