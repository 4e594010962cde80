import { EmptyState } from '@billhook/ui/components/empty-state';
import type { Permission } from '@billhook/domain/identity/permissions';
import { useTexts } from '@billhook/ui/use-texts';
import { IconLock } from '@tabler/icons-react';

/** In place of the editor: for want of a permission, or since the document was sent. */
export function NotEditable({ permission }: { permission?: Permission }) {
  const { t } = useTexts('editor');
  return (
    <div className="bh-panel">
      <EmptyState icon={IconLock} title={t(permission ? 'forbidden' : 'readOnly')}>
        {permission ? t('forbiddenBody', { permission }) : t('readOnlyBody')}
      </EmptyState>
    </div>
  );
}
