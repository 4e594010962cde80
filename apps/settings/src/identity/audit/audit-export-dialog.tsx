import { AUDIT_EXPORT_FORMATS } from '@billhook/domain/identity/audit';
import { Dialog } from '@billhook/ui/components/dialog';
import { ErrorState } from '@billhook/ui/components/error-state';
import { useAction } from '@billhook/ui/use-action';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { isFiltered } from '../../shared/workspace/list-search.js';
import { ensureConfirmed } from '../session/session.queries.js';
import { exportPath } from './audit-query.js';
import type { AuditSearch } from './audit-search.js';

/** Describes the file and starts the download. A link instead of a script, so that the browser streams a file of any length to the disk. */
export function AuditExportDialog({ search, onClose }: { search: AuditSearch; onClose: () => void }) {
  const { t } = useTexts('audit');
  const check = useAction(ensureConfirmed);

  /** An error of the download would not be visible on the page, so the password is requested first. */
  const download = async (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    const { href } = event.currentTarget;
    const result = await check.run();
    if (!result.ok || !result.value) return;
    Object.assign(document.createElement('a'), { href, download: '' }).click();
    onClose();
  };

  return (
    <Dialog opened onClose={onClose} title={t('export.title')}>
      <Stack gap="md">
        <Text size="sm">{t(isFiltered(search) ? 'export.filtered' : 'export.all')}</Text>
        {check.error && <ErrorState error={check.error} />}
        {AUDIT_EXPORT_FORMATS.map((format) => (
          <div key={format}>
            <Button
              component="a"
              href={exportPath(search, format)}
              download
              variant="default"
              fullWidth
              leftSection={<IconDownload size={16} aria-hidden="true" />}
              onClick={(event: MouseEvent<HTMLAnchorElement>) => void download(event)}
            >
              {t(`export.${format}`)}
            </Button>
            <Text size="xs" c="dimmed" mt={4}>
              {t(`export.${format}Hint`)}
            </Text>
          </div>
        ))}
      </Stack>
    </Dialog>
  );
}
