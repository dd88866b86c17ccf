import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { AmountField } from './index.ts';

afterEach(cleanup);

/** The field in a form that keeps its value, and a list of what the form was told. */
function show(start = '') {
  const told: string[] = [];
  function Form() {
    const [value, setValue] = useState(start);
    const [isTyping, setTyping] = useState(false);
    return (
      <>
        <AmountField
          label="amount"
          unit="TWD"
          decimals={2}
          value={value}
          onChange={(next) => {
            told.push(next);
            setValue(next);
          }}
          onTyping={setTyping}
          hint="up to 20,000"
          error={value === '99' ? 'too odd' : undefined}
          quick={[
            { label: 'least', value: '500' },
            { label: 'most', value: '20000' },
          ]}
        />
        <output>{isTyping ? 'typing' : 'done'}</output>
        <button type="button">next</button>
      </>
    );
  }
  render(<Form />);
  return { told, input: screen.getByLabelText<HTMLInputElement>('amount'), user: userEvent.setup() };
}

describe('an amount field', () => {
  test('groups the digits while they are typed, and tells the form the plain amount', async () => {
    const { told, input, user } = show();
    await user.type(input, '12345.6');
    expect(input.value).toBe('12,345.6');
    expect(told).toEqual(['1', '12', '123', '1234', '12345', '12345', '12345.6']);
  });

  test('is replaced by the first digit, not appended to, however it got the focus', async () => {
    const byKey = show('500');
    await byKey.user.tab();
    await byKey.user.keyboard('3000');
    expect(byKey.input.value).toBe('3,000');
    cleanup();
    const byPress = show('500');
    await byPress.user.click(byPress.input);
    await byPress.user.keyboard('3000');
    expect(byPress.input.value).toBe('3,000');
  });

  test('keeps the caret where the fingers are', async () => {
    const { input, user } = show('1234');
    await user.click(input);
    input.setSelectionRange(2, 2); // 1,|234
    await user.keyboard('9');
    expect([input.value, input.selectionStart]).toEqual(['19,234', 2]);
    await user.keyboard('x');
    expect([input.value, input.selectionStart]).toEqual(['19,234', 2]);
    input.setSelectionRange(3, 3); // 19,|234
    await user.keyboard('{Backspace}');
    expect([input.value, input.selectionStart]).toEqual(['1,234', 1]);
  });

  test('takes a paste with groups and in full width', async () => {
    const { input, user } = show('500');
    await user.click(input);
    await user.paste('3,000');
    expect(input.value).toBe('3,000');
    await user.clear(input);
    await user.paste('１２，３４５．５');
    expect(input.value).toBe('12,345.5');
  });

  test('leaves an input method alone until its word is finished', () => {
    const { told, input } = show();
    fireEvent.compositionStart(input);
    fireEvent.input(input, { target: { value: '３０００' }, isComposing: true });
    expect([input.value, told]).toEqual(['３０００', []]);
    fireEvent.compositionEnd(input);
    expect([input.value, told]).toEqual(['3,000', ['3000']]);
  });

  test('shows a point that waits for its digits, and forgets it when it is left', async () => {
    const { told, input, user } = show();
    await user.type(input, '12.');
    expect([input.value, told.at(-1)]).toEqual(['12.', '12']);
    await user.tab();
    expect(input.value).toBe('12');
  });

  test('is filled by one tap, and shows which one', async () => {
    const { input, user } = show();
    await user.click(screen.getByRole('button', { name: 'most' }));
    expect(input.value).toBe('20,000');
    expect(screen.getByRole('button', { name: 'most', pressed: true })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'least', pressed: false })).toBeTruthy();
  });

  test('holds the place of a quick value that is still being read', () => {
    const told: string[] = [];
    const field = (value: string | undefined) => (
      <AmountField
        label="amount"
        decimals={2}
        value=""
        onChange={(next) => told.push(next)}
        quick={[{ label: 'all', value }]}
      />
    );
    const { rerender } = render(field(undefined));
    const all = screen.getByRole<HTMLButtonElement>('button', { name: 'all', pressed: false });
    expect(all.disabled).toBe(true);
    rerender(field('4321'));
    expect(screen.getByRole('button', { name: 'all' })).toBe(all);
    fireEvent.click(all);
    expect(told).toEqual(['4321']);
  });

  test('keeps its hint and its quick values when something is wrong, and has both read out', async () => {
    const { input, user } = show();
    await user.type(input, '99');
    expect(screen.getByRole('button', { name: 'most' })).toBeTruthy();
    const texts = (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent);
    expect(texts).toEqual(['up to 20,000', 'too odd']);
    expect(input.getAttribute('aria-invalid')).toBe('true');
  });

  test('tells whether somebody is at it', async () => {
    const { input, user } = show();
    await user.click(input);
    expect(screen.getByText('typing')).toBeTruthy();
    await user.tab();
    expect(screen.getByText('done')).toBeTruthy();
  });
});
