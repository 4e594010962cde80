import type { Permission } from '@billhook/domain/identity/permissions';
import { EmptyState, type EmptyStateProps } from '@billhook/ui/components/empty-state';
import { useTexts } from '@billhook/ui/use-texts';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface NoPermissionProps extends Pick<EmptyStateProps, 'level'> {
  /** Without one, the page is for administrators. */
  title?: string;
  permission?: Permission;
  /** Without it, says who can give the permission. */
  children?: ReactNode;
}

/** Replaces a page or a list that the member may not see or change. */
export function NoPermission({ title, level, permission, children }: NoPermissionProps) {
  const { t } = useTexts('words');
  return (
    <div className="bh-panel">
      <EmptyState icon={IconLock} level={level} title={title ?? t('forbidden')}>
        {children ?? t('needsPermission', { permission })}
      </EmptyState>
    </div>
  );
}
