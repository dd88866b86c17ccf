export { IntroVideo } from './intro-video.tsx';
export { systemText } from './notice-text.ts';
export { NotificationDialog, orderAddress } from './notification-dialog.tsx';
export { DebugLogPrompt, PasswordPrompt, PermissionPrompt, PopUpNotice, RealNamePrompt } from './prompts.tsx';
