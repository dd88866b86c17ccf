import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  AmountPrivacy,
  Button,
  ClockProvider,
  Countdown,
  Dialog,
  MoneyText,
  Panel,
  SecretField,
  SlideToConfirm,
  StepRail,
  UiWordsProvider,
  type UiWords,
} from './index.ts';

const words: UiWords = {
  close: 'close',
  back: 'back',
  copy: 'copy',
  copied: 'copied',
  retry: 'retry',
  show: 'show',
  hide: 'hide',
  hidden: 'hidden',
  unknown: 'unknown',
  afterTyping: 'after typing',
  working: 'working',
  backToTop: 'to the top',
  deleteDigit: 'delete',
  digitsEntered: (entered, length) => `${entered} of ${length}`,
  minutesLeft: (minutes) => `less than ${minutes} min`,
  timeOver: 'over',
  slideInstead: 'use a button',
  pressAgain: 'press again',
  ruleMet: 'met',
};

function show(children: ReactNode) {
  return render(<UiWordsProvider words={words}>{children}</UiWordsProvider>);
}

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('a button', () => {
  test('keeps the focus and does nothing while it is busy or off', async () => {
    const clicks: string[] = [];
    show(
      <form onSubmit={() => clicks.push('submit')}>
        <Button type="submit" busy onClick={() => clicks.push('busy')}>
          go
        </Button>
        <Button disabled onClick={() => clicks.push('off')}>
          off
        </Button>
      </form>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'working' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'working' }));
    await userEvent.click(screen.getByRole('button', { name: 'off' }));
    expect(clicks).toEqual([]);
  });
});

describe('an amount', () => {
  test('that is unknown is never a zero', () => {
    const { container } = show(<MoneyText value={undefined} />);
    expect(container.textContent).toBe('—unknown');
    expect(show(<MoneyText value={undefined} isQuote />).container.textContent).toBe('—after typing');
  });

  test('of the member is hidden on demand; what an order asks is not', () => {
    const { container } = show(
      <AmountPrivacy isHidden>
        <MoneyText value="15480.00" own />
        <MoneyText value="3000" />
      </AmountPrivacy>,
    );
    expect(container.textContent).toBe('••••••hidden3,000');
  });
});

describe('a countdown', () => {
  test('is silent for screen readers except at five minutes, at one and at the end', () => {
    vi.useFakeTimers();
    let now = 0;
    show(
      <ClockProvider now={() => now}>
        <Countdown deadlineMs={400_000} />
      </ClockProvider>,
    );
    const heard: (string | null)[] = [];
    for (; now <= 401_000; now += 1000) {
      act(() => void vi.advanceTimersByTime(250));
      const status = screen.getByRole('status').textContent;
      if (status !== heard.at(-1)) heard.push(status);
    }
    expect(heard).toEqual(['', 'less than 5 min', 'less than 1 min', 'over']);
    expect(screen.getByRole('timer').textContent).toBe('00:00');
  });
});

describe('a keypad', () => {
  test('leaves the focus in the field, where a keyboard goes on', async () => {
    function Code() {
      const [value, setValue] = useState('');
      return <SecretField label="code" value={value} onChange={setValue} />;
    }
    show(<Code />);
    const field = screen.getByLabelText<HTMLInputElement>('code');
    await userEvent.click(field);
    await userEvent.click(screen.getByRole('button', { name: '7' }));
    await userEvent.keyboard('1');
    expect(field.value).toBe('71');
  });
});

describe('sliding to confirm', () => {
  function slide(isOff = false) {
    let count = 0;
    show(
      <SlideToConfirm
        label="slide to release"
        pressLabel="release"
        disabled={isOff}
        onConfirm={() => void (count += 1)}
      />,
    );
    return () => count;
  }

  test('needs the whole way by keyboard, and Enter does nothing', async () => {
    const confirmed = slide();
    screen.getByRole('slider').focus();
    await userEvent.keyboard('{Enter} {ArrowRight}{ArrowRight}{ArrowRight}');
    expect(confirmed()).toBe(0);
    await userEvent.keyboard('{ArrowRight}');
    expect(confirmed()).toBe(1);
  });

  test('goes back to the start when the focus leaves before the end', async () => {
    const confirmed = slide();
    screen.getByRole('slider').focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
    await userEvent.tab();
    expect(screen.getByRole('slider').getAttribute('aria-valuenow')).toBe('0');
    expect(confirmed()).toBe(0);
  });

  test('is dragged by its thumb alone: half way falls back, a tap on the track is nothing', () => {
    const confirmed = slide();
    const thumb = screen.getByRole('slider');
    const track = thumb.parentElement as HTMLElement;
    Object.defineProperty(track, 'offsetWidth', { value: 372 });
    thumb.setPointerCapture = () => {};
    fireEvent.pointerDown(track, { clientX: 300 });
    fireEvent.pointerUp(track, { clientX: 300 });
    fireEvent.pointerDown(thumb, { clientX: 0 });
    fireEvent.pointerMove(thumb, { clientX: 150 });
    expect(thumb.getAttribute('aria-valuenow')).toBe('50');
    fireEvent.pointerUp(thumb, { clientX: 150 });
    expect(confirmed()).toBe(0);
    fireEvent.pointerDown(thumb, { clientX: 0 });
    fireEvent.pointerUp(thumb, { clientX: 290 });
    expect(confirmed()).toBe(1);
  });

  test('can be slid once more where it led to nothing', async () => {
    const { promise: answer, resolve: answers } = Promise.withResolvers<void>();
    const onConfirm = vi.fn(() => answer);
    show(<SlideToConfirm label="slide to release" pressLabel="release" onConfirm={onConfirm} />);
    const thumb = screen.getByRole('slider');
    thumb.focus();
    const wholeWay = '{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}';
    await userEvent.keyboard(wholeWay);
    expect(thumb.getAttribute('aria-valuenow')).toBe('100');
    await act(async () => answers());
    expect(thumb.getAttribute('aria-valuenow')).toBe('0');
    await userEvent.keyboard(wholeWay);
    expect(onConfirm).toHaveBeenCalledTimes(2);
  });

  test('has a button instead for whoever cannot drag, to be pressed twice', async () => {
    const confirmed = slide();
    await userEvent.click(screen.getByRole('button', { name: 'use a button' }));
    await userEvent.click(screen.getByRole('button', { name: 'release' }));
    expect(confirmed()).toBe(0);
    await userEvent.click(screen.getByRole('button', { name: 'press again' }));
    expect(confirmed()).toBe(1);
  });

  test('does nothing while it is off', async () => {
    const confirmed = slide(true);
    fireEvent.keyDown(screen.getByRole('slider'), { key: 'ArrowRight' });
    await userEvent.click(screen.getByRole('button', { name: 'use a button' }));
    await userEvent.click(screen.getByRole('button', { name: 'release' }));
    await userEvent.click(screen.getByRole('button', { name: 'release' }));
    expect(confirmed()).toBe(0);
  });
});

describe('a secret of six digits', () => {
  function Secret({ onComplete }: { onComplete: (digits: string) => void }) {
    const [digits, setDigits] = useState('');
    return <SecretField label="code" value={digits} onChange={setDigits} onComplete={onComplete} />;
  }

  test('is entered by keypad or keyboard, corrected, and completed once', async () => {
    const completed: string[] = [];
    show(<Secret onComplete={(digits) => completed.push(digits)} />);
    for (const key of ['4', '8', '2', '7']) await userEvent.click(screen.getByRole('button', { name: key }));
    await userEvent.click(screen.getByRole('button', { name: 'delete' }));
    await userEvent.type(screen.getByLabelText('code'), 'x9 1 3 4');
    expect(completed).toEqual(['482913']);
  });

  test('is never shown, and tells a screen reader how many digits are in', async () => {
    const { container } = show(<Secret onComplete={() => {}} />);
    await userEvent.type(screen.getByLabelText('code'), '482');
    expect(screen.getByLabelText('code').getAttribute('type')).toBe('password');
    expect(container.textContent).not.toContain('482913');
    expect(screen.getByRole('status').textContent).toBe('3 of 6');
  });
});

describe('layers', () => {
  test('close from the top, one by one, and leave the page reachable at the end', async () => {
    function Two() {
      const [open, setOpen] = useState(2);
      return (
        <>
          {open > 0 && (
            <Dialog title="lower" onClose={() => setOpen(0)} actions={null}>
              a
            </Dialog>
          )}
          {open > 1 && (
            <Dialog title="upper" onClose={() => setOpen(1)} actions={null}>
              b
            </Dialog>
          )}
        </>
      );
    }
    const { container } = show(<Two />);
    const maskOf = (name: string) => screen.getByRole('alertdialog', { name, hidden: true }).parentElement;
    expect([maskOf('lower')?.inert, maskOf('upper')?.inert, container.inert]).toEqual([true, false, true]);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByText('b')).toBeNull();
    expect(maskOf('lower')?.inert).toBe(false);
    await userEvent.keyboard('{Escape}');
    expect(container.inert).toBe(false);
  });

  test('what must be answered stays over a panel that comes later, and gives it the focus in the end', async () => {
    function Late() {
      const [isAsked, setAsked] = useState(true);
      const [hasPanel, setPanel] = useState(false);
      return (
        <>
          {isAsked && (
            <Dialog title="question" onClose={() => setAsked(false)} actions={null}>
              <Button onClick={() => setPanel(true)} data-autofocus>
                later
              </Button>
            </Dialog>
          )}
          {hasPanel && (
            <Panel title="panel" onClose={() => setPanel(false)}>
              <input aria-label="first" data-autofocus />
            </Panel>
          )}
        </>
      );
    }
    show(<Late />);
    const later = screen.getByRole('button', { name: 'later' });
    await userEvent.click(later);
    const maskOf = (role: string) => screen.getByRole(role, { hidden: true }).parentElement;
    expect([maskOf('dialog')?.inert, maskOf('alertdialog')?.inert]).toEqual([true, false]);
    expect(document.activeElement).toBe(later);
    await userEvent.keyboard('{Escape}');
    expect(maskOf('dialog')?.inert).toBe(false);
    expect(document.activeElement).toBe(screen.getByLabelText('first'));
  });

  test('give the focus to what comes in the place of what had it, and take it from nothing', async () => {
    function Steps() {
      const [step, setStep] = useState(0);
      return (
        <Panel title="panel" onClose={() => {}}>
          <input aria-label="other" />
          {step === 0 && <Button onClick={() => setStep(1)}>on</Button>}
          {step > 0 && <input aria-label="next" data-autofocus onChange={() => setStep(2)} />}
          {step === 2 && <input aria-label="more" data-autofocus />}
        </Panel>
      );
    }
    show(<Steps />);
    await userEvent.click(screen.getByRole('button', { name: 'on' }));
    const next = screen.getByLabelText('next');
    await expect.poll(() => document.activeElement).toBe(next);
    await userEvent.keyboard('x');
    await screen.findByLabelText('more');
    expect(document.activeElement).toBe(next);
  });

  test('keep the focus when what had it goes and nothing asks for it', async () => {
    function Steps() {
      const [isOver, setOver] = useState(false);
      return (
        <Panel title="panel" onClose={() => {}}>
          {isOver ? <p>over</p> : <Button onClick={() => setOver(true)}>on</Button>}
        </Panel>
      );
    }
    show(<Steps />);
    await userEvent.click(screen.getByRole('button', { name: 'on' }));
    await expect.poll(() => document.activeElement).toBe(screen.getByRole('dialog'));
  });

  test('that are no more than a message are read out with it', () => {
    show(
      <Dialog title="a title" actions={<Button data-autofocus>yes</Button>}>
        a message
      </Dialog>,
    );
    expect(screen.getByRole('alertdialog', { name: 'a title', description: 'a message' })).toBeTruthy();
  });

  test('close by a tap on the mask, not by a tap on themselves', () => {
    let closed = 0;
    show(
      <Dialog title="x" onClose={() => (closed += 1)} actions={null}>
        a
      </Dialog>,
    );
    const box = screen.getByRole('alertdialog');
    fireEvent.mouseDown(box);
    expect(closed).toBe(0);
    fireEvent.mouseDown(box.parentElement as HTMLElement);
    expect(closed).toBe(1);
  });

  test('take neither the second press of a double click nor a held key for an answer', async () => {
    let answers = 0;
    let closed = 0;
    show(
      <Dialog
        title="x"
        onClose={() => (closed += 1)}
        actions={
          <Button onClick={() => (answers += 1)} data-autofocus>
            yes
          </Button>
        }
      >
        a
      </Dialog>,
    );
    const yes = screen.getByRole('button', { name: 'yes' });
    const mask = screen.getByRole('alertdialog').parentElement as HTMLElement;
    fireEvent.mouseDown(mask, { detail: 2 });
    fireEvent.click(yes, { detail: 2 });
    expect(fireEvent.keyDown(yes, { key: 'Enter', repeat: true })).toBe(false);
    expect([answers, closed]).toEqual([0, 0]);
    await userEvent.dblClick(yes);
    expect(answers).toBe(2);
  });
});

describe('a step rail', () => {
  test('marks the present step for screen readers', () => {
    show(
      <StepRail
        steps={[
          { name: 'lock', state: 'done' },
          { name: 'pay', state: 'current' },
        ]}
      />,
    );
    const steps = screen.getAllByRole('listitem').map((step) => step.getAttribute('aria-current'));
    expect(steps).toEqual([null, 'step']);
  });
});
