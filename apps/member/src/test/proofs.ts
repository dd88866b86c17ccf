import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** Chooses the proof of a payment, as a PDF: a picture would be drawn anew, which needs a browser. */
export async function giveProof(user: UserEvent): Promise<void> {
  const pdf = new File(['%PDF'], 'receipt.pdf', { type: 'application/pdf' });
  await user.upload(screen.getByLabelText('選擇圖片或 PDF', { selector: 'input' }), pdf);
  await screen.findByText('已上傳');
}

/** Answers every question before a release with yes. */
export async function sayYesToAll(user: UserEvent): Promise<void> {
  for (const yes of screen.getAllByRole('radio', { name: '是' })) await user.click(yes);
  await user.click(screen.getByRole('checkbox', { name: /無法取回/ }));
}
