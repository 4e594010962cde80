import { notify } from '@billhook/ui/notify';
import { useAction } from '@billhook/ui/use-action';
import { useTexts } from '@billhook/ui/use-texts';
import { Button } from '@mantine/core';
import type { RecordFilters } from '../../shared/workspace/records.js';
import { useErrorTexts } from '../../shared/workspace/use-error-texts.js';
import type { BulkDocument } from './bulk-run.js';
import { saveSelection } from './selection-csv.js';

interface CsvButtonProps {
  readonly resource: 'invoices' | 'quotes';
  readonly filters: RecordFilters;
  readonly selected: readonly BulkDocument[];
}

/** Saves the selected documents as CSV. */
export function CsvButton({ resource, filters, selected }: CsvButtonProps) {
  const { t } = useTexts('workspace');
  const words = useErrorTexts();
  const csv = useAction(() => saveSelection(resource, filters, selected));
  const start = () =>
    csv.start([], {
      onSuccess: (missing) => {
        if (missing > 0) notify.failed(t('list.notInCsv', { count: missing }));
      },
      onError: (error) => notify.failed(words(error)),
    });
  return (
    <Button size="xs" variant="default" loading={csv.pending} onClick={start}>
      {t('list.export')}
    </Button>
  );
}
