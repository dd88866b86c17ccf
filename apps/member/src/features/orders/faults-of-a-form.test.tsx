import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeOrder } from '#test/fake-orders.ts';
import { fakeServices } from '#test/fake-services.ts';
import { fakeWorld } from '#test/fake-world.ts';
import { openApp } from '#test/render.tsx';
import { giveProof } from '#test/proofs.ts';

/** The button of each form stands at the thumb, what is wrong may have been scrolled away. */

async function openDeclaration() {
  const world = fakeWorld();
  const { user } = openApp('/front-end-order?orderId=502', fakeServices({ world }));
  await user.click(await screen.findByRole('button', { name: '我已付款' }));
  const sheet = within(screen.getByRole('dialog', { name: '填寫付款資料' }));
  await user.selectOptions(sheet.getByLabelText('從哪家銀行'), '013');
  await user.type(sheet.getByLabelText('付款人姓名'), '林予安');
  const send = () => user.click(sheet.getByRole('button', { name: /我已付 NT/ }));
  return { world, user, sheet, send, proof: sheet.getByRole('group', { name: '付款證明' }) };
}

test('a declaration that lacks its proof leads to where one is chosen, then to the field that is wrong', async () => {
  const { user, sheet, send, proof } = await openDeclaration();
  await send();
  expect(document.activeElement).toBe(proof);
  expect(within(proof).getByRole('alert').textContent).toBe('請上傳付款證明');
  await giveProof(user);
  await send();
  expect(document.activeElement).toBe(sheet.getByLabelText('付款帳號末五碼'));
});

test('a declaration whose proof is still on its way says so, there', async () => {
  const { world, user, sheet, send, proof } = await openDeclaration();
  await user.type(sheet.getByLabelText('付款帳號末五碼'), '90412');
  world.upload = 0.42;
  const pdf = new File(['%PDF'], 'receipt.pdf', { type: 'application/pdf' });
  await user.upload(sheet.getByLabelText('選擇圖片或 PDF', { selector: 'input' }), pdf);
  await within(proof).findByRole('progressbar');
  await send();
  expect(document.activeElement).toBe(proof);
  expect(within(proof).getByRole('alert').textContent).toBe('付款證明還在上傳，請稍等');
});

test('a late claim without words leads to where they are written', async () => {
  const world = fakeWorld();
  const seed = { orderId: '501', serialNo: 'HF-1', isOwner: false, nick: '阿哲', role: 'payer' } as const;
  world.orders = [fakeOrder(world.now, { ...seed, state: 'AUTO_CANCELLED' })];
  const { user } = openApp('/front-end-order?orderId=501', fakeServices({ world }));
  await user.click(await screen.findByRole('button', { name: '更多操作' }));
  await user.click(screen.getByRole('button', { name: '我已付款，補報給客服' }));
  const sheet = within(await screen.findByRole('dialog', { name: '補報付款' }));
  await user.click(sheet.getByRole('button', { name: /送出/ }));
  expect(document.activeElement).toBe(sheet.getByRole('textbox'));
});
