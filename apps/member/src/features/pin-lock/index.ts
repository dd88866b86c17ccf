export { PinLockScreen } from './pin-lock.screen.tsx';
export { PinPanel } from './pin.panel.tsx';
