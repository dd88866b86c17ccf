export { IntroVideo } from './intro-video.tsx';
export { DebugLogPrompt, PasswordPrompt, PermissionPrompt, PopUpNotice, RealNamePrompt } from './prompts.tsx';
