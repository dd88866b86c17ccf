import { describe, expect, test } from 'vitest';
import {
  SHELL_ELEMENTS,
  showsIntroVideo,
  showsSupport,
  topElement,
  type ShellElement,
} from './shell-queue.rules.ts';

const waiting = (...names: ShellElement[]) =>
  Object.fromEntries(SHELL_ELEMENTS.map((name) => [name, names.includes(name)])) as Record<
    ShellElement,
    boolean
  >;

describe('the queue of the shell', () => {
  test('shows one thing at a time, the upper one of any two', () => {
    expect(topElement(waiting(), false)).toBeUndefined();
    for (const [index, upper] of SHELL_ELEMENTS.entries())
      for (const lower of SHELL_ELEMENTS.slice(index))
        expect(topElement(waiting(upper, lower), false)).toBe(upper);
  });

  test('puts errors before notifications, those before questions, and the film last', () => {
    expect(SHELL_ELEMENTS[0]).toBe('error');
    expect(SHELL_ELEMENTS[1]).toBe('notification');
    expect(SHELL_ELEMENTS.at(-1)).toBe('intro-video');
  });
});

describe('who looks at an order', () => {
  test('is told what went wrong and what is new, and is asked for nothing else', () => {
    const shown = SHELL_ELEMENTS.filter((element) => topElement(waiting(element), true) === element);
    expect(shown).toEqual(['error', 'notification', 'pop-up', 'real-name', 'debug-log']);
  });
});

describe('what stands on which address', () => {
  test.each([
    ['/login', false],
    ['/home', false],
    ['/transaction', true],
    ['/pendingOrder', true],
    ['/front-end-order', true],
  ])('customer service on %s: %s', (path, shows) => expect(showsSupport(path)).toBe(shows));

  test('the intro video everywhere but on Login, while there is one', () => {
    expect(showsIntroVideo('/home', '/intro.mp4')).toBe(true);
    expect(showsIntroVideo('/login', '/intro.mp4')).toBe(false);
    expect(showsIntroVideo('/home', undefined)).toBe(false);
  });
});
