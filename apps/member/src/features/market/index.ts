export { MarketScreen } from './market.screen.tsx';
export { SafetyPanel } from './safety-lesson.tsx';
