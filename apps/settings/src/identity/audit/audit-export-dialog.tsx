import { AUDIT_EXPORT_FORMATS } from '@billhook/domain/identity/audit';
import { Dialog } from '@billhook/ui/components/dialog';
import { useTexts } from '@billhook/ui/use-texts';
import { Stack, Text } from '@mantine/core';
import { isFiltered } from '../../shared/workspace/list-search.js';
import { ConfirmedDownload } from '../session/confirmed-download.js';
import { exportPath } from './audit-query.js';
import type { AuditSearch } from './audit-search.js';

/** Describes the file and starts the download. */
export function AuditExportDialog({ search, onClose }: { search: AuditSearch; onClose: () => void }) {
  const { t } = useTexts('audit');
  return (
    <Dialog opened onClose={onClose} title={t('export.title')}>
      <Stack gap="md">
        <Text size="sm">{t(isFiltered(search) ? 'export.filtered' : 'export.all')}</Text>
        {AUDIT_EXPORT_FORMATS.map((format) => (
          <div key={format}>
            <ConfirmedDownload href={exportPath(search, format)} fullWidth onStarted={onClose}>
              {t(`export.${format}`)}
            </ConfirmedDownload>
            <Text size="xs" c="dimmed" mt={4}>
              {t(`export.${format}Hint`)}
            </Text>
          </div>
        ))}
      </Stack>
    </Dialog>
  );
}
