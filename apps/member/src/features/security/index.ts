export { ContactPanel } from './contact.panel.tsx';
export { DevicesPanel } from './devices.panel.tsx';
export { FreezeAccountPanel } from './freeze-account.panel.tsx';
export { FreezePanel } from './freeze.panel.tsx';
export { HistoryPanel } from './history.panel.tsx';
export { PhrasePanel } from './phrase.panel.tsx';
export { SecurityPanel } from './security.panel.tsx';
export { UnfreezePanel } from './unfreeze.panel.tsx';
