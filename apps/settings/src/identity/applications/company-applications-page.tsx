import type { CompanyApplicationView } from '@billhook/contract/identity/oauth/grant';
import { DataTable, type Column } from '@billhook/ui/components/data-table';
import { EmptyState } from '@billhook/ui/components/empty-state';
import { StatusBadge } from '@billhook/ui/components/status-badge';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Button } from '@mantine/core';
import { IconApps, IconBan } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useHolds, useSignedIn } from '../../shared/session/signed-in.js';
import { RecordGate } from '../../shared/workspace/detail.js';
import { PageLink } from '../../shared/workspace/links.js';
import { ApplicationName } from './application-name.js';
import { ApplicationPolicyPanel } from './application-policy-panel.js';
import { ApplicationLastUse, ApplicationRequests } from './application-use.js';
import { AdministratorsOnly, ApplicationsFrame } from './applications-frame.js';
import { useCompanyApplications } from './applications.queries.js';

const RevokeForEveryoneDialog = lazy(() =>
  import('./revoke-for-everyone-dialog.js').then((file) => ({ default: file.RevokeForEveryoneDialog })),
);

/** The maximum number of members that a row names. */
const NAMED = 2;

/** The applications that members of the company use, and the application policy. */
export function CompanyApplicationsPage() {
  const manages = useHolds('oauth_app.manage');
  return <ApplicationsFrame>{manages ? <CompanyApplications /> : <AdministratorsOnly />}</ApplicationsFrame>;
}

function CompanyApplications() {
  const { t } = useTexts('applications');
  const { company } = useSignedIn();
  const query = useCompanyApplications();
  const [revoking, setRevoking] = useState<CompanyApplicationView>();
  return (
    <>
      <ApplicationPolicyPanel used={query.data?.data ?? []} />
      <RecordGate query={query}>
        {({ data }) => (
          <div className="bh-panel">
            {data.length === 0 ? (
              <EmptyState icon={IconApps} title={t('company.empty')}>
                {t('company.emptyBody', { company: company.name })}
              </EmptyState>
            ) : (
              <CompanyTable rows={data} onRevoke={setRevoking} />
            )}
          </div>
        )}
      </RecordGate>
      <Suspense>
        {revoking && <RevokeForEveryoneDialog used={revoking} onClose={() => setRevoking(undefined)} />}
      </Suspense>
    </>
  );
}

interface CompanyTableProps {
  readonly rows: readonly CompanyApplicationView[];
  readonly onRevoke: (used: CompanyApplicationView) => void;
}

function CompanyTable({ rows, onRevoke }: CompanyTableProps) {
  const { t } = useTexts('applications');
  const nameId = ({ application }: CompanyApplicationView) => `application-${application.id}`;
  const columns: Column<CompanyApplicationView>[] = [
    {
      key: 'application',
      header: t('table.application'),
      wide: true,
      render: (used) => (
        <>
          <ApplicationName application={used.application} nameId={nameId(used)}>
            <PageLink to="/applications/company/$id" params={{ id: used.application.id }} className="bh-anywhere">
              {used.application.name}
            </PageLink>
          </ApplicationName>
          {!used.allowed && (
            <div className="st-app-badge">
              <NotAllowed />
            </div>
          )}
        </>
      ),
    },
    { key: 'members', header: t('words:members'), render: (used) => <MemberNames used={used} /> },
    {
      key: 'lastUse',
      header: t('words:lastUse'),
      render: (used) => <ApplicationLastUse used={used} />,
    },
    { key: 'requests', header: t('words:requestsOfWeek'), render: (used) => <ApplicationRequests used={used} /> },
    {
      key: 'actions',
      header: t('words:actions'),
      align: 'right',
      wide: true,
      render: (used) => (
        <Button variant="default" size="xs" onClick={() => onRevoke(used)} aria-describedby={nameId(used)}>
          {t('revoke.everyone')}
        </Button>
      ),
    },
  ];
  return (
    <DataTable
      label={t('table.company')}
      columns={columns}
      rows={rows}
      rowKey={({ application }) => application.id}
      grows
    />
  );
}

/** The application is used but no longer listed: its requests are rejected. */
export function NotAllowed() {
  const { t } = useTexts('applications');
  return (
    <StatusBadge tone="warning" icon={IconBan}>
      {t('company.notAllowed')}
    </StatusBadge>
  );
}

function MemberNames({ used: { grants } }: { used: CompanyApplicationView }) {
  const { t } = useTexts('applications');
  const format = useFormat();
  const names = [...new Set(grants.map(({ member }) => member.name))];
  const more = names.length - NAMED;
  const shown = more === 1 ? names : names.slice(0, NAMED);
  return format.list([...shown, ...(more > 1 ? [t('words:more', { count: more })] : [])]);
}
