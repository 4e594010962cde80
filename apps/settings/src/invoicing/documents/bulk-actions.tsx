import type { Permission } from '@billhook/domain/identity/permissions';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useHolds } from '../../shared/session/signed-in.js';
import { withLaterTexts } from '../../shared/texts/with-later-texts.js';
import type { RecordFilters } from '../../shared/workspace/records.js';
import type { BulkDocument, BulkKind } from './bulk-run.js';

const BulkDialog = lazy(() =>
  withLaterTexts(import('./bulk-dialog.js')).then((file) => ({ default: file.BulkDialog })),
);
const CsvButton = lazy(() => import('./csv-button.js').then((file) => ({ default: file.CsvButton })));

interface BulkActionsProps {
  readonly resource: 'invoices' | 'quotes';
  readonly write: Permission;
  /** The query of the list. */
  readonly filters: RecordFilters;
  readonly selected: readonly BulkDocument[];
  readonly nameOf: (document: BulkDocument) => string;
  readonly onClear: () => void;
}

/** What can be done with the selected documents, at the bottom of the window. The dialog stays when sent drafts leave the list. */
export function BulkActions({ resource, write, filters, selected, nameOf, onClear }: BulkActionsProps) {
  const { t } = useTexts('workspace');
  const mayWrite = useHolds(write);
  // The documents when the dialog was opened: the list reads them again while it runs.
  const [open, setOpen] = useState<{ readonly kind: BulkKind; readonly documents: readonly BulkDocument[] }>();
  return (
    <>
      {selected.length > 0 && (
        <div className="ws-bulk">
          <Text size="sm" fw={600} role="status">
            {t('list.selected', { count: selected.length })}
          </Text>
          {mayWrite && (
            <Button size="xs" onClick={() => setOpen({ kind: 'send', documents: selected })}>
              {t('list.sendSelected')}
            </Button>
          )}
          <Button size="xs" variant="default" onClick={() => setOpen({ kind: 'pdf', documents: selected })}>
            {t('list.pdfSelected')}
          </Button>
          <Suspense>
            <CsvButton resource={resource} filters={filters} selected={selected} />
          </Suspense>
          <Button size="xs" variant="subtle" onClick={onClear}>
            {t('list.clearSelection')}
          </Button>
        </div>
      )}
      <Suspense>
        {open && <BulkDialog resource={resource} {...open} nameOf={nameOf} onClose={() => setOpen(undefined)} />}
      </Suspense>
    </>
  );
}
