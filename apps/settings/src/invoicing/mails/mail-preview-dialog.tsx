import type { CreateCreditNote } from '@billhook/contract/invoicing/credit-note';
import type { PreviewMail } from '@billhook/contract/invoicing/document-delivery';
import type { MailPreview } from '@billhook/contract/invoicing/mail';
import { Dialog } from '@billhook/ui/components/dialog';
import { DialogButtons } from '@billhook/ui/components/dialog-buttons';
import { Loading } from '@billhook/ui/components/loading';
import { useTexts } from '@billhook/ui/use-texts';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ChangeError } from '../../shared/workspace/change-error.js';
import { Facts } from '../../shared/workspace/detail.js';
import { recordKeys, sendChange, useRefreshRecords } from '../../shared/workspace/records.js';
import { MailContent } from './mail-content.js';

interface MailPreviewDialogProps {
  readonly resource: 'invoices' | 'quotes' | 'credit-notes';
  /** Undefined for one that is issued with its email. */
  readonly document?: { readonly id: number; readonly version: number };
  readonly body: PreviewMail | CreateCreditNote;
  /** Labels for the places of errors in the document. */
  readonly placeOf: (pointer: string) => string | undefined;
  readonly onClose: () => void;
}

/** The email that sending would create, or why it would be rejected. */
export function MailPreviewDialog({ resource, document, body, placeOf, onClose }: MailPreviewDialogProps) {
  const { t } = useTexts('mails');
  const refresh = useRefreshRecords();
  const { data, error, isPending } = useQuery({
    queryKey: [...recordKeys.part(resource, document?.id ?? 0, 'mail-preview'), document?.version, body],
    queryFn: () =>
      sendChange<MailPreview>(resource, document?.id, {
        ...{ part: 'mail-preview', body, isRead: true },
        ...(document && { version: document.version }),
      }),
    // The client, the company and the number can change without the document.
    gcTime: 0,
  });
  return (
    <Dialog opened onClose={onClose} title={t('preview')} size="lg">
      <Stack gap="md">
        {data && !error && <Preview mail={data} />}
        {isPending && <Loading />}
        <ChangeError
          error={error}
          placeOf={(pointer) => (pointer.startsWith('/to') ? t('recipients') : placeOf(pointer))}
          onReload={() => void refresh()}
        />
        <DialogButtons onCancel={onClose} closes />
      </Stack>
    </Dialog>
  );
}

function Preview({ mail }: { mail: MailPreview }) {
  const { t } = useTexts('mails');
  return (
    <>
      <Facts
        facts={[
          { label: t('subject'), value: mail.subject },
          { label: t('recipients'), value: mail.recipients.join(', ') },
          { label: t('fromName'), value: mail.fromName },
          { label: t('replyTo'), value: mail.replyTo },
          { label: t('attachment'), value: mail.attachmentName },
        ]}
      />
      <MailContent mail={mail} />
    </>
  );
}
