import { PAY_APPS, PAY_CODE_LENGTH_MAX, type PayApp } from '@holdfast/contract/rules';
import { useWords } from '@holdfast/client/i18n';
import { useClient } from '@holdfast/client/services';
import { Field, Notice, SelectField } from '@holdfast/ui';
import { payAppWords } from '#components/pay-app.words.ts';
import { ReasonDialog } from '#components/reason-dialog.tsx';
import { useToast } from '#components/toast.tsx';
import { useDraft } from '#state/use-draft.ts';
import { memberWords } from './members.words.ts';
import { MEMBER_READS } from './touched.ts';

/** Adds a pay account whose picture no machine can read, by what its code says. Another reviewer decides about it. */
export function AddPayAccountSheet({ account, onClose }: { account: string; onClose: () => void }) {
  const say = useWords(memberWords);
  const appName = useWords(payAppWords);
  const { callApi } = useClient();
  const tell = useToast();
  const draft = `pay account of ${account}`;
  const [{ app: kept, codeContent = '' }, setTyped] = useDraft(`${draft} what`);
  const app: PayApp = PAY_APPS.find((one) => one === kept) ?? PAY_APPS[0];
  return (
    <ReasonDialog
      title={say('addPay')}
      whom={account}
      confirm={say('addPay')}
      draft={draft}
      shows={[
        'PAY_ACCOUNT_INVALID',
        'PAY_ACCOUNT_DUPLICATE',
        'REAL_NAME_REQUIRED',
        'MEMBER_NOT_FOUND',
        'PARAMETERS_INVALID',
        'RATE_LIMITED',
      ]}
      touches={MEMBER_READS}
      onClose={onClose}
      onConfirm={async (reason) => {
        await callApi('/member/third-party-payment/force-add', {
          input: { account, app, codeContent: codeContent.trim(), reason },
        });
        setTyped({});
        tell(say('payAdded'));
      }}
    >
      <Notice tone="held">{say('addPayNote')}</Notice>
      <SelectField
        label={say('payApp')}
        value={app}
        onChange={(event) => setTyped({ app: event.target.value, codeContent })}
      >
        {PAY_APPS.map((one) => (
          <option key={one} value={one}>
            {appName(one)}
          </option>
        ))}
      </SelectField>
      <Field
        label={say('payCode')}
        hint={say('payCodeHint')}
        value={codeContent}
        maxLength={PAY_CODE_LENGTH_MAX}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped({ app, codeContent: event.target.value })}
      />
    </ReasonDialog>
  );
}
