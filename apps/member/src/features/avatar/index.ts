export { AvatarPanel } from './avatar.panel.tsx';
