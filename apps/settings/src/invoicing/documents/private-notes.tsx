import type { CreditNoteView } from '@billhook/contract/invoicing/credit-note';
import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { QuoteView } from '@billhook/contract/invoicing/quote';
import { ConfirmDialog } from '@billhook/ui/components/confirm-dialog';
import { closeAndNotify } from '@billhook/ui/notify';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useHolds } from '../../shared/session/signed-in.js';
import { ChangeError } from '../../shared/workspace/change-error.js';
import { Nothing, Section } from '../../shared/workspace/detail.js';
import { useChangeRecord, useRefreshRecords } from '../../shared/workspace/records.js';

interface PrivateNotesProps {
  readonly resource: 'invoices' | 'quotes' | 'credit-notes';
  readonly document: Pick<InvoiceView | QuoteView | CreditNoteView, 'id' | 'version' | 'privateNotes' | 'externalId'>;
}

/** The notes of a document that the client never sees. They can be changed after issue. */
export function PrivateNotes({ resource, document }: PrivateNotesProps) {
  const { t } = useTexts('documents');
  const mayWrite = useHolds(resource === 'quotes' ? 'quote.write' : 'invoice.write');
  const [editing, setEditing] = useState(false);
  const { privateNotes } = document;
  return (
    <Section
      title={t('words:privateNotes')}
      actions={
        mayWrite && (
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconPencil size={16} aria-hidden="true" />}
            onClick={() => setEditing(true)}
          >
            {t('privateNotes.edit')}
          </Button>
        )
      }
    >
      {privateNotes === null ? (
        <Nothing>{t('privateNotes.none')}</Nothing>
      ) : (
        <Text size="sm" className="dc-words bh-anywhere">
          {privateNotes}
        </Text>
      )}
      {editing && <EditDialog resource={resource} document={document} onClose={() => setEditing(false)} />}
    </Section>
  );
}

function EditDialog({ resource, document, onClose }: PrivateNotesProps & { readonly onClose: () => void }) {
  const { t } = useTexts('documents');
  // The version that the person sees: a later one must not be overwritten.
  const [{ id, version }] = useState(document);
  const change = useChangeRecord(resource, id);
  const refresh = useRefreshRecords();
  const [notes, setNotes] = useState(document.privateNotes ?? '');
  const [externalId, setExternalId] = useState(document.externalId ?? '');
  const save = () =>
    change.start(
      [
        {
          method: 'PATCH',
          version,
          body: { privateNotes: notes.trim() || null, externalId: externalId.trim() || null },
        },
      ],
      closeAndNotify(onClose, t('privateNotes.saved')),
    );
  return (
    <ConfirmDialog
      title={t('words:privateNotes')}
      confirmLabel={t('words:save')}
      action={{ pending: change.pending }}
      onConfirm={save}
      onClose={onClose}
    >
      <Stack gap="md">
        <Textarea
          label={t('words:privateNotes')}
          description={t('privateNotes.hint')}
          autosize
          minRows={3}
          maxLength={5000}
          value={notes}
          onChange={(event) => setNotes(event.currentTarget.value)}
        />
        <TextInput
          label={t('words:externalId')}
          maxLength={120}
          autoComplete="off"
          value={externalId}
          onChange={(event) => setExternalId(event.currentTarget.value)}
        />
        {change.error && <ChangeError error={change.error} onReload={() => void refresh().then(onClose)} />}
      </Stack>
    </ConfirmDialog>
  );
}
