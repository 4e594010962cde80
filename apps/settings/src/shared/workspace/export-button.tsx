import { useTexts } from '@billhook/ui/use-texts';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { exportPath, type RecordFilters, type WorkspaceRecord } from './records.js';

interface ExportButtonProps {
  readonly resource: WorkspaceRecord;
  /** The query of the list. */
  readonly filters: RecordFilters;
  /** Among the filters of a phone, whose header has no room for it. */
  readonly folded?: boolean;
}

/** Downloads the list with its filters. A plain link, so that the browser writes the file while it arrives. */
export function ExportButton({ resource, filters, folded = false }: ExportButtonProps) {
  const { t } = useTexts('workspace');
  return (
    <Button
      component="a"
      href={exportPath(resource, filters)}
      download
      variant="default"
      className={folded ? 'ws-export-folded' : 'ws-export'}
      title={t('list.exportHint')}
      leftSection={<IconDownload size={16} aria-hidden="true" />}
    >
      {t('list.export')}
    </Button>
  );
}
