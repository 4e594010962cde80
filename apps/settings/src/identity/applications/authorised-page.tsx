import type { GrantView } from '@billhook/contract/identity/oauth/grant';
import { DataTable, type Column } from '@billhook/ui/components/data-table';
import { EmptyState } from '@billhook/ui/components/empty-state';
import { useTexts } from '@billhook/ui/use-texts';
import { Button } from '@mantine/core';
import { IconApps, IconCheck } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useSignedIn } from '../../shared/session/signed-in.js';
import { RecordGate } from '../../shared/workspace/detail.js';
import { PageLink } from '../../shared/workspace/links.js';
import { ApplicationName } from './application-name.js';
import { ApplicationsFrame } from './applications-frame.js';
import { useGrants } from './applications.queries.js';
import { hasGrantEnded } from './grant-status.js';
import { useGrantColumns } from './use-grant-columns.js';

const RevokeGrantDialog = lazy(() =>
  import('./revoke-grant-dialog.js').then((file) => ({ default: file.RevokeGrantDialog })),
);

const route = getRouteApi('/applications');

/** The applications that the signed-in member authorised. */
export function AuthorisedPage() {
  const grants = useGrants();
  return (
    <ApplicationsFrame>
      <RecordGate query={grants}>{({ data }) => <Grants grants={data} />}</RecordGate>
    </ApplicationsFrame>
  );
}

function Grants({ grants }: { grants: readonly GrantView[] }) {
  const { t } = useTexts('applications');
  const withEnded = route.useSearch().ended === true;
  const navigate = route.useNavigate();
  const [revoking, setRevoking] = useState<GrantView>();
  const ended = grants.filter(hasGrantEnded).length;
  const rows = withEnded ? grants : grants.filter((grant) => !hasGrantEnded(grant));
  return (
    <>
      {ended > 0 && (
        <div className="st-toggles">
          <Button
            size="xs"
            radius="xl"
            variant={withEnded ? 'light' : 'default'}
            aria-pressed={withEnded}
            {...(withEnded && { leftSection: <IconCheck size={14} aria-hidden="true" /> })}
            onClick={() => void navigate({ search: withEnded ? {} : { ended: true }, replace: true })}
          >
            {t('authorised.showEnded', { count: ended })}
          </Button>
        </div>
      )}
      <div className="bh-panel">
        {rows.length === 0 ? (
          <EmptyState icon={IconApps} title={t(ended > 0 ? 'authorised.onlyEnded' : 'authorised.empty')}>
            {t('authorised.emptyBody')}
          </EmptyState>
        ) : (
          <GrantTable grants={rows} onRevoke={setRevoking} />
        )}
      </div>
      <Suspense>{revoking && <RevokeGrantDialog grant={revoking} onClose={() => setRevoking(undefined)} />}</Suspense>
    </>
  );
}

interface GrantTableProps {
  readonly grants: readonly GrantView[];
  readonly onRevoke: (grant: GrantView) => void;
}

function GrantTable({ grants, onRevoke }: GrantTableProps) {
  const { t } = useTexts('applications');
  const several = useSignedIn().companies.length > 1;
  const nameId = ({ id }: GrantView) => `grant-${id}`;
  const grantColumns = useGrantColumns();
  const columns: Column<GrantView>[] = [
    {
      key: 'application',
      header: t('table.application'),
      wide: true,
      render: (grant) => (
        <ApplicationName
          application={grant.application}
          nameId={nameId(grant)}
          {...(several && { note: grant.company.name })}
        >
          <PageLink to="/applications/authorised/$id" params={{ id: grant.id }} className="bh-anywhere">
            {grant.application.name}
          </PageLink>
        </ApplicationName>
      ),
    },
    ...grantColumns,
    {
      key: 'actions',
      header: t('words:actions'),
      align: 'right',
      wide: true,
      render: (grant) =>
        !hasGrantEnded(grant) && (
          <Button variant="default" size="xs" onClick={() => onRevoke(grant)} aria-describedby={nameId(grant)}>
            {t('words:revoke')}
          </Button>
        ),
    },
  ];
  return <DataTable label={t('table.authorised')} columns={columns} rows={grants} rowKey={({ id }) => id} grows />;
}
