import type { Permission } from '@billhook/domain/identity/permissions';
import { useTexts } from '@billhook/ui/use-texts';
import { NoPermission } from '../../shared/workspace/no-permission.js';

/** Replaces the editor if a permission is missing or the document was sent. */
export function NotEditable({ permission }: { permission?: Permission }) {
  const { t } = useTexts('editor');
  return (
    <NoPermission title={t(permission ? 'forbidden' : 'readOnly')} permission={permission}>
      {permission ? undefined : t('readOnlyBody')}
    </NoPermission>
  );
}
