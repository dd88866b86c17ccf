export { systemText } from './notice-text.ts';
export { NotificationDialog, orderAddress } from './notification-dialog.tsx';
