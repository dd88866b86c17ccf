export { RealNamePanel } from './real-name.panel.tsx';
