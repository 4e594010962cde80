import type { Permission } from '@billhook/domain/identity/permissions';
import { useTexts } from '@billhook/ui/use-texts';
import { NoPermission } from '../../shared/workspace/no-permission.js';

/** In place of the editor: for want of a permission, or since the document was sent. */
export function NotEditable({ permission }: { permission?: Permission }) {
  const { t } = useTexts('editor');
  return (
    <NoPermission title={t(permission ? 'forbidden' : 'readOnly')}>
      {permission ? t('forbiddenBody', { permission }) : t('readOnlyBody')}
    </NoPermission>
  );
}
