import type { GrantView } from '@billhook/contract/identity/oauth/grant';
import type { Column } from '@billhook/ui/components/data-table';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { GrantEnd, GrantLastUse, GrantPermissions, GrantStatusCell } from './grant-status.js';

/** The shared columns of all tables of grants, after the column of the application or the member. */
export function useGrantColumns(): Column<GrantView>[] {
  const { t } = useTexts('applications');
  const format = useFormat();
  return [
    { key: 'permissions', header: t('words:permissions'), render: (grant) => <GrantPermissions grant={grant} /> },
    {
      key: 'created',
      header: t('table.authorisedOn'),
      render: ({ createdAt }) => <span className="st-date">{format.date(createdAt)}</span>,
    },
    { key: 'ends', header: t('words:accessEnds'), render: (grant) => <GrantEnd grant={grant} /> },
    { key: 'lastUse', header: t('words:lastUse'), render: (grant) => <GrantLastUse grant={grant} /> },
    { key: 'status', header: t('words:status'), render: (grant) => <GrantStatusCell grant={grant} /> },
  ];
}
