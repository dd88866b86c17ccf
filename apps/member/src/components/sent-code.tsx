import { Button } from '@holdfast/ui';
import type { ReactNode } from 'react';
import { useWords } from '@holdfast/client/i18n';
import { CodeEntry } from './code-entry.tsx';
import { codeEntryWords } from './code-entry.words.ts';
import type { OneTimeCode } from './use-one-time-code.ts';

/** Where the code is typed that was sent, with the other addresses to which it can be sent instead. */
export function SentCode({ code, children }: { code: OneTimeCode; children?: ReactNode }) {
  const say = useWords(codeEntryWords);
  const { sent, send, sendTo, check } = code;
  if (!sent) return null;
  return (
    <CodeEntry
      key={sent.to.channel}
      where={sent.to.address}
      resendAt={sent.resendAt}
      resend={send}
      check={check}
    >
      {children}
      {sent.others.map(({ channel }) => (
        <Button key={channel} look="text" block busy={send.isBusy} onClick={() => sendTo(channel)}>
          {say(`to.${channel}`)}
        </Button>
      ))}
    </CodeEntry>
  );
}
