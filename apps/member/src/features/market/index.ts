export { MarketScreen } from './market.screen.tsx';
