import { useRefresh } from '@holdfast/client/queries';
import { useToast } from '#components/toast.tsx';

/** Tells that something about a member was changed, and reads anew whatever shows it. */
export function useDone(): (text: string) => void {
  const refresh = useRefresh();
  const tell = useToast();
  return (text) => {
    tell(text);
    refresh(
      '/operator/member/detail/{account}',
      '/operator/request/list',
      '/operator/me',
      '/member/appbk/memberList',
    );
  };
}
