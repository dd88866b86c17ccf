import { messageLanguage } from '@holdfast/client/i18n';
import type { CallOutput } from '@holdfast/contract/calls';
import { useState } from 'react';
import { useAction } from '@holdfast/client/calls';
import { useServices, useSettings } from '#state/services.tsx';
import { CODE_ERRORS, CODE_SEND_ERRORS } from './code-entry.tsx';

interface Steps {
  onSent?: () => void;
  onTicket?: (ticket: string) => Promise<void>;
}

/** A one-time code to the mobile of an account: sent, typed into a `CodeEntry`, and taken for its ticket. */
export function useMobileCode(
  purpose: 'transpass' | 'release' | 'freeze' | 'unfreeze',
  account: string,
  { onSent, onTicket }: Steps = {},
) {
  const { callApi, installId } = useServices();
  const lang = messageLanguage(useSettings().language);
  const [sent, setSent] = useState<CallOutput<'/utils/otp/mobile/send'>>();
  const [ticket, setTicket] = useState<string>();
  const send = useAction(
    async () => {
      const input = { purpose, account, channel: 'mobile', installId: installId(), lang } as const;
      setSent(await callApi('/utils/otp/mobile/send', { input }));
      onSent?.();
    },
    { shows: CODE_SEND_ERRORS },
  );
  const check = useAction(
    async (code: string) => {
      if (!sent) return;
      const taken = await callApi('/utils/otp/mobile/verify', { input: { id: sent.id, code } });
      setTicket(taken.ticket);
      await onTicket?.(taken.ticket);
    },
    { shows: CODE_ERRORS },
  );
  const forget = () => {
    setSent(undefined);
    setTicket(undefined);
  };
  return { sent, ticket, send, check, forget };
}
