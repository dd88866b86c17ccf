export { systemText } from './notice-text.ts';
export { NotificationBanner } from './notification-banner.tsx';
export { NotificationDialog, orderAddress } from './notification-dialog.tsx';
export { NotificationsPanel } from './notifications.panel.tsx';
