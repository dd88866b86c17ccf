import type { OwnPayAccount } from '@holdfast/contract/calls';
import { isHolderName, maskPayTarget, normalizeHolderName, readPayCode } from '@holdfast/contract/rules';
import { defined } from '@holdfast/kernel';
import { Field } from '@holdfast/ui';
import { useAction } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { useRead, useRefresh } from '@holdfast/client/queries';
import { recordOf, text } from '@holdfast/client/storage';
import { useState } from 'react';
import { useFormDraft } from '#state/drafts/use-form-draft.ts';
import { useServices } from '#state/services.tsx';
import { ReceivingAccountForm } from '#components/receiving-account.tsx';
import { DraftNote } from '#components/draft-note.tsx';
import { SECRET_ERRORS, useSecretSheet } from '#components/secret-sheet.tsx';
import { useToast } from '#components/toast.tsx';
import { CodePicture, type SentCode } from './code-picture.tsx';
import { payAccountsWords } from './pay-accounts.words.ts';

const NO_CODE: SentCode = { fileId: '', codeContent: '' };
const readCode = recordOf<SentCode>({ fileId: text, codeContent: text });

interface AccountFormProps {
  changed?: OwnPayAccount | undefined;
  onDone: () => void;
}

/** The form of a new account, or of another code in the place of `changed`. A reload keeps the picture too: it was sent when it was read. */
export function AccountForm({ changed, onDone }: AccountFormProps) {
  const say = useWords(payAccountsWords);
  // Each a draft of its own: the name may be typed while the picture is on its way.
  const draft = changed ? `pay account ${changed.id}` : 'pay account';
  const [code, setCode, forgetCode, isCodeRestored] = useFormDraft(`${draft} code`, {
    read: readCode,
    initial: NO_CODE,
  });
  const [holderName, setHolderName, forgetName, isNameRestored] = useFormDraft(`${draft} name`, {
    read: text,
    initial: changed?.holderName ?? '',
  });
  const [wasTried, setTried] = useState(false);
  const target = code.fileId === '' ? undefined : readPayCode(code.codeContent);
  const isNamed = isHolderName(normalizeHolderName(holderName));
  const forget = () => {
    forgetCode();
    forgetName();
  };
  const save = useSave({ ...code, holderName }, changed, () => {
    forget();
    onDone();
  });
  const purpose = say(changed ? 'purposeChange' : 'purpose', {
    app: target ? say(`app.${target.app}`) : '',
    target: target ? maskPayTarget(target) : '',
  });
  const secret = useSecretSheet(save, purpose);
  const submit = () => {
    setTried(true);
    if (target && isNamed) secret.ask();
  };
  const { data } = useRead('/member/third-party-payment/list', {});
  return (
    <ReceivingAccountForm
      isChange={changed !== undefined}
      cools={{ until: data?.newCoolsUntil, say: (time) => say('coolsNew', { time }) }}
      onSubmit={submit}
      {...{ say, secret, onDone }}
    >
      {(isCodeRestored || isNameRestored) && <DraftNote onClear={forget} />}
      <CodePicture
        target={target}
        missing={wasTried && !target}
        onSent={(sent) => {
          secret.leave();
          setCode(sent ?? NO_CODE);
        }}
      />
      <Field
        label={say('name')}
        autoComplete="name"
        value={holderName}
        onChange={(event) => {
          secret.leave();
          setHolderName(event.target.value);
        }}
        hint={say('nameHint')}
        error={wasTried && !isNamed ? say('nameWrong') : undefined}
      />
    </ReceivingAccountForm>
  );
}

function useSave(
  typed: SentCode & { readonly holderName: string },
  changed: OwnPayAccount | undefined,
  onDone: () => void,
) {
  const say = useWords(payAccountsWords);
  const { callApi } = useServices();
  const refresh = useRefresh();
  const showToast = useToast();
  return useAction(
    async (transpass: string) => {
      const { app } = defined(readPayCode(typed.codeContent), 'the form has asked');
      const input = {
        app,
        fileId: typed.fileId,
        codeContent: typed.codeContent,
        holderName: normalizeHolderName(typed.holderName),
        ...(changed && { payAccountId: changed.id }),
      };
      await callApi('/member/third-party-payment/upload-resource-id-binding', { input, transpass });
      refresh('/member/third-party-payment/list');
      showToast(say(changed ? 'changed' : 'saved'));
      onDone();
    },
    { shows: [...SECRET_ERRORS, ...FORM_ERRORS] },
  );
}

const FORM_ERRORS = [
  'PAY_ACCOUNT_INVALID',
  'PAY_ACCOUNT_DUPLICATE',
  'PAY_ACCOUNT_LIMIT',
  'PAY_ACCOUNT_IN_USE',
  'PAY_ACCOUNT_NOT_FOUND',
  'PAY_ACCOUNT_CODE_DIFFERS',
  'FILE_NOT_FOUND',
] as const;
