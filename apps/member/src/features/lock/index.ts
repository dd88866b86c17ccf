export { LockScreen } from './lock.screen.tsx';
export { PinPanel } from './pin.panel.tsx';
