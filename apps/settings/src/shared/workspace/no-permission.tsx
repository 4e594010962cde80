import { EmptyState } from '@billhook/ui/components/empty-state';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Replaces a page or a list that the member may not see or change. */
export function NoPermission({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="bh-panel">
      <EmptyState icon={IconLock} title={title}>
        {children}
      </EmptyState>
    </div>
  );
}
