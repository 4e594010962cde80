import { EmptyState } from '@billhook/ui/components/empty-state';
import type { Permission } from '@billhook/domain/identity/permissions';
import { IconLock } from '@tabler/icons-react';
import { useEditorTexts } from '../../shared/texts/editor.js';

/** In place of the editor: for want of a permission, or since the document was sent. */
export function NotEditable({ permission }: { permission?: Permission }) {
  const { t } = useEditorTexts();
  return (
    <div className="bh-panel">
      <EmptyState icon={IconLock} title={t(permission ? 'forbidden' : 'readOnly')}>
        {permission ? t('forbiddenBody', { permission }) : t('readOnlyBody')}
      </EmptyState>
    </div>
  );
}
