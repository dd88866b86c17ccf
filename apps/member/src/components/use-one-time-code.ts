import { appError } from '@holdfast/contract/errors';
import type { CallOutput } from '@holdfast/contract/calls';
import type { OtpAskedPurpose, OtpChannel } from '@holdfast/contract/member';
import { messageLanguage, useWords } from '@holdfast/client/i18n';
import { useAction } from '@holdfast/client/calls';
import { useEnsureRead } from '@holdfast/client/queries';
import { useRef, useState } from 'react';
import { useAccount, useServices, useSettings } from '#state/services.tsx';
import { CODE_ERRORS, CODE_SEND_ERRORS } from './code-entry.tsx';
import { codeEntryWords } from './code-entry.words.ts';

/** Where a code can go, as its owner may see it. */
export interface CodeAddress {
  readonly channel: OtpChannel;
  readonly address: string;
}

type Sent = CallOutput<'/utils/otp/mobile/send'> & {
  readonly to: CodeAddress;
  /** Where it could go instead. */
  readonly others: readonly CodeAddress[];
};

interface Steps {
  onSent?: () => void;
  onTicket?: (ticket: string) => Promise<void>;
}

/** A one-time code of an account: sent to the first of `addresses` or to the one that was chosen, typed, and taken for its ticket. */
export function useOneTimeCode(
  purpose: Exclude<OtpAskedPurpose, 'register'>,
  account: string,
  { addresses, onSent, onTicket }: Steps & { addresses: () => Promise<readonly CodeAddress[]> },
) {
  const { callApi, installId } = useServices();
  const lang = messageLanguage(useSettings().language);
  const [sent, setSent] = useState<Sent>();
  const [ticket, setTicket] = useState<string>();
  const wanted = useRef<OtpChannel>(undefined);
  const send = useAction(
    async () => {
      const possible = await addresses();
      const to = possible.find(({ channel }) => channel === wanted.current) ?? possible[0];
      if (!to) return;
      const input = { purpose, account, channel: to.channel, installId: installId(), lang } as const;
      const answer = await callApi('/utils/otp/mobile/send', { input });
      setSent({ ...answer, to, others: possible.filter((one) => one !== to) });
      onSent?.();
    },
    { shows: [...CODE_SEND_ERRORS, 'CODE_ADDRESSES_TOO_NEW', 'CODE_ADDRESSES_NONE'] },
  );
  const sendTo = (channel: OtpChannel) => {
    wanted.current = channel;
    void send.run();
  };
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
  return { sent, ticket, send, sendTo, check, forget, setTicket };
}

export type OneTimeCode = ReturnType<typeof useOneTimeCode>;

/** A code for the member who is signed in. Where each address is too new to get one, or none is proven, sending says so. */
export function useMemberCode(
  purpose: 'forced-set' | 'transpass' | 'release' | 'authenticator' | 'passkey',
  steps: Steps = {},
): OneTimeCode {
  const permissions = useEnsureRead('/member/account/permissions', {});
  const addresses = async () => {
    const { codesTo, coolDowns, mobile, mail } = await permissions();
    if (codesTo.length > 0) return codesTo;
    const [longest] = coolDowns;
    if (longest && [mobile, mail].includes('verified'))
      throw appError('CODE_ADDRESSES_TOO_NEW', { until: longest.until });
    throw appError('CODE_ADDRESSES_NONE');
  };
  return useOneTimeCode(purpose, useAccount(), { ...steps, addresses });
}

/** A code for an account that was typed. Nothing is said of its addresses, nor whether it has any. */
export function useAccountCode(purpose: 'freeze' | 'unfreeze', account: string, steps: Steps): OneTimeCode {
  const say = useWords(codeEntryWords);
  const addresses = async (): Promise<CodeAddress[]> => [
    { channel: 'mobile', address: say('mobileOf', { account }) },
    { channel: 'mail', address: say('mailOf', { account }) },
  ];
  return useOneTimeCode(purpose, account, { ...steps, addresses });
}
