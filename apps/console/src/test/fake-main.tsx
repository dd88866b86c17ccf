import '@holdfast/ui/tokens.css';
import '@holdfast/ui/base.css';
import '#app/console.css';
import type { BuiltPath } from '@holdfast/contract/calls';
import type { ErrorName } from '@holdfast/contract/errors';
import type { OperatorRole } from '@holdfast/contract/operators';
import { AppError } from '@holdfast/kernel';
import { createRoot } from 'react-dom/client';
import { App } from '#app/app.tsx';
import { applySettings } from '#state/settings.ts';
import { fakeLive } from './fake-live.ts';
import { fakeServices, handlersOf, type FakeAnswers } from './fake-services.ts';

/** What a picture shows: written to `localStorage.scene` before the page loads. */
export interface Scene {
  readonly role?: OperatorRole;
  readonly answers?: FakeAnswers;
  /** Calls that never answer: the loading state. */
  readonly silent?: readonly BuiltPath[];
  /** Calls that fail, and how. */
  readonly failing?: readonly (readonly [BuiltPath, ErrorName, Readonly<Record<string, unknown>>])[];
  /** What the server answers from the moment on in which it tells of a change: the event `hint` of the page. */
  readonly later?: FakeAnswers;
}

/** The console on a fake server, for pictures and for work on screens; `vite --mode fake`. Time stands still in it. */
const scene = JSON.parse(localStorage.getItem('scene') ?? '{"role":"admin"}') as Scene;
const { role, answers = {}, silent = [], failing = [], later } = scene;
const stream = later && fakeLive();
const services = fakeServices({ role, answers, settings: localStorage, live: stream?.live });
globalThis.addEventListener('hint', () => {
  Object.assign(services.handlers, handlersOf(later ?? {}));
  stream?.tell({ type: 'changed', what: ['orders', 'board', 'thread'] });
});
for (const path of silent) services.server.set(path, 'silent');
for (const [path, name, data] of failing) services.server.set(path, new AppError(name, data));
const follow = () => applySettings(services.settings.read(), document.documentElement);
follow();
services.settings.subscribe(follow);
const root = document.querySelector('#root');
if (root) createRoot(root).render(<App services={services} />);
