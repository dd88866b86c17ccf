export { systemText } from './notice-text.ts';
export { NotificationBanner } from './notification-banner.tsx';
export { NotificationDialogs } from './notification-dialogs.tsx';
export { orderAddress } from './order-address.ts';
export { NotificationsPanel } from './notifications.panel.tsx';
export { NotificationSettingsPanel } from './notification-settings.panel.tsx';
