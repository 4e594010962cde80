import type { Permission } from '@billhook/domain/identity/permissions';
import { useTexts } from '@billhook/ui/use-texts';
import type { ReactNode } from 'react';
import { NoPermission } from '../../shared/workspace/no-permission.js';

interface NotEditableProps {
  readonly permission?: Permission;
  /** A link to the document that was sent. */
  readonly link?: ReactNode;
}

/** Replaces the editor if a permission is missing or the document was sent. */
export function NotEditable({ permission, link }: NotEditableProps) {
  const { t } = useTexts('editor');
  return (
    <NoPermission level={1} title={t(permission ? 'forbidden' : 'readOnly')} permission={permission}>
      {permission ? undefined : (
        <>
          {t('readOnlyBody')} {link}
        </>
      )}
    </NoPermission>
  );
}
