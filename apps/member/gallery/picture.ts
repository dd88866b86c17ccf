import type { BuiltPath } from '@holdfast/contract/calls';
import type { ErrorName } from '@holdfast/contract/errors';
import type { OtherSetUp } from '@holdfast/contract/member';
import type { OrderState } from '@holdfast/contract/orders';
import type { Page } from '@playwright/test';
import type { Happening } from '../src/test/fake-happenings.ts';
import type { PinLockScene } from '../src/test/fake-pin-lock.ts';
import type { OrderSeed } from '../src/test/fake-orders.ts';
import type { FakeWorld } from '../src/test/fake-world.ts';

export type { Happening, OrderSeed };

/** The states that every screen has to be looked at in. */
export const ALL = ['data', 'empty', 'loading', 'error', 'long'] as const;
export type State = (typeof ALL)[number];

/** A dialog over the standing screen: what raises it, and what its row of pictures is called. */
export interface Moment {
  name: string;
  happens: Happening;
}

export interface Picture {
  /** Names the contact sheet. */
  name: string;
  /** What the sheet says above its pictures. */
  title: string;
  address: string;
  isSignedOut?: boolean;
  /** The calls that the screen stands on: unanswered in `loading`, failing in `error`. */
  reads?: readonly BuiltPath[];
  /** How they fail; left out: the server is not there. */
  refusal?: ErrorName;
  /** What that refusal says beside its name. */
  refusalData?: Readonly<Record<string, unknown>>;
  /** Left out: only `data`. */
  states?: readonly State[];
  /** In place of states: dialogs, one after the other over the same screen. */
  moments?: readonly Moment[];
  /** Of dialogs that differ in nothing but words, the dialog alone in both languages is enough. */
  isWordsOnly?: boolean;
  /** Orders in place of the fake world's, where its own do not show the state. */
  orders?: readonly OrderSeed[];
  /** What is different in the fake world of a state. */
  change?: Partial<Record<State, Partial<FakeWorld>>>;
  /** A one-shot flag that is set. */
  flag?: keyof OtherSetUp;
  /** What stood behind `#freeze=` in the address of a security message. */
  freezeLink?: string;
  /** How the PIN lock stands. */
  lock?: PinLockScene;
  /** The app starts without a network, where it has been used before. */
  startsOffline?: boolean;
  /** Where another address shows the state better: another order, for one. */
  addresses?: Partial<Record<State, string>>;
  /** What a hand does before the picture is taken, in the states where it can. */
  act?: (page: Page, state: State) => Promise<void>;
  /** The browser's clock is the picture's: `act` may let time pass. */
  hasOwnClock?: boolean;
  /** Another browser than the gallery's own. */
  userAgent?: string;
}

/** Either language: pictures are taken in both. */
export const press = async (page: Page, name: RegExp) => page.getByRole('button', { name }).first().click();
export const digits = async (page: Page, text: string) => page.keyboard.type(text);

/** Tells the fake app what happens now. */
export const happen = (page: Page, detail: Happening) =>
  page.evaluate((what) => void dispatchEvent(new CustomEvent('scene', { detail: what })), detail);

export const ROOM = '/front-end-order?orderId=501';
export const PAID_ACTION = /^(我已付款|I.ve paid|I have paid)$/;

/** One order, in whose room the pictures are taken. */
export const order = (
  role: 'payer' | 'payee',
  state: OrderState,
  more: Partial<OrderSeed> = {},
): OrderSeed[] => [
  {
    orderId: '501',
    serialNo: 'HF-240817-0391',
    role,
    isOwner: role === 'payee',
    state,
    nick: '阿哲',
    ...more,
  },
];
