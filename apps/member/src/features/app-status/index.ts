export { StatusBanner } from './status-banner.tsx';
export { StatusScreen } from './status-screen.tsx';
