export { IntroVideo } from './intro-video.tsx';
export { NotificationDialog } from './notification-dialog.tsx';
export {
  DebugLogPrompt,
  PasswordPrompt,
  PermissionPrompt,
  PopUpNotice,
  RealNamePrompt,
} from './prompts.tsx';
