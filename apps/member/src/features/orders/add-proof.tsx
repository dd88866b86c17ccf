import { Button, Sheet } from '@holdfast/ui';
import { useId, useState, type FormEvent } from 'react';
import { useAction } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { useRefresh } from '@holdfast/client/queries';
import { useFormDraft } from '#state/drafts/use-form-draft.ts';
import { useServices } from '#state/services.tsx';
import { Refusal } from '#components/refusal.tsx';
import { useToast } from '#components/toast.tsx';
import { useFaultFocus } from '#components/use-fault-focus.ts';
import { ProofPicker } from './proof-picker.tsx';
import { paidWords } from './paid.words.ts';

const readText = (value: unknown) => (typeof value === 'string' ? value : undefined);
const EMPTY = { read: readText, initial: '' };

/** One more proof of a payment: the first one may have been cut off, or the bank sent a better one. */
export function AddProofSheet({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const say = useWords(paidWords);
  const formId = useId();
  const { callApi } = useServices();
  const refresh = useRefresh();
  const showToast = useToast();
  const [fileId, setFileId, forget] = useFormDraft(`proof ${orderId}`, EMPTY);
  const { form, wasTried, noteTry } = useFaultFocus();
  const [isSending, setSending] = useState(false);
  const add = useAction(
    async () => {
      await callApi('/order/add-proof', { input: { orderId, fileId } });
      refresh('/order/thread');
      showToast(say('proofAdded'));
      forget();
      onClose();
    },
    { shows: ['FILE_NOT_FOUND', 'ORDER_ACTION_NOT_ALLOWED', 'THREAD_FULL', 'RATE_LIMITED'] },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    noteTry();
    if (fileId !== '' && !isSending) void add.run();
  };
  return (
    <Sheet
      title={say('addProof')}
      onClose={add.isBusy ? undefined : onClose}
      foot={
        <Button type="submit" form={formId} block large busy={add.isBusy}>
          {say('addProof')}
        </Button>
      }
    >
      <form ref={form} id={formId} onSubmit={submit} noValidate>
        <ProofPicker
          fileId={fileId}
          error={wasTried && fileId === '' ? say('missing') : undefined}
          onFile={setFileId}
          onSending={setSending}
        />
        <Refusal error={add.error} />
      </form>
    </Sheet>
  );
}
