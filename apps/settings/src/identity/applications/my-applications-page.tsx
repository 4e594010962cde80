import type { ApplicationView } from '@billhook/contract/identity/oauth/application';
import { isPaidPlan } from '@billhook/domain/identity/company';
import { DataTable, type Column } from '@billhook/ui/components/data-table';
import { EmptyState } from '@billhook/ui/components/empty-state';
import { StatusBadge } from '@billhook/ui/components/status-badge';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Text } from '@mantine/core';
import { IconApps, IconArchive, IconCheck, IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useHolds, useSignedIn } from '../../shared/session/signed-in.js';
import { RecordGate } from '../../shared/workspace/detail.js';
import { PageLink } from '../../shared/workspace/links.js';
import { ApplicationName } from './application-name.js';
import { ApplicationLastUse, ApplicationRequests } from './application-use.js';
import { ApplicationsFrame } from './applications-frame.js';
import { useApplications } from './applications.queries.js';

const CreateApplicationDialog = lazy(() =>
  import('./create-application-dialog.js').then((file) => ({ default: file.CreateApplicationDialog })),
);
const UpgradeDialog = lazy(() => import('../keys/upgrade-dialog.js').then((file) => ({ default: file.UpgradeDialog })));

/** The applications that the member registered; with oauth_app.manage, all applications of the company. */
export function MyApplicationsPage() {
  const { t } = useTexts('applications');
  const { company } = useSignedIn();
  const mayCreate = useHolds('api_key.create');
  const isPaid = isPaidPlan(company.plan);
  const [dialog, setDialog] = useState<'create' | 'upgrade'>();
  const query = useApplications();
  return (
    <ApplicationsFrame
      note={
        (!mayCreate || !isPaid) && (
          <Text size="sm" mt="xs" c="var(--mantine-color-text)">
            {t(mayCreate ? 'registered.needsPro' : 'registered.mayNotCreate', { company: company.name })}
          </Text>
        )
      }
      actions={
        mayCreate && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog(isPaid ? 'create' : 'upgrade')}>
            {t('registered.create')}
          </Button>
        )
      }
    >
      <RecordGate query={query}>
        {({ data }) => (
          <div className="bh-panel">
            {data.length === 0 ? (
              <EmptyState icon={IconApps} title={t('registered.empty')}>
                {t('registered.emptyBody')}
              </EmptyState>
            ) : (
              <ApplicationTable applications={data} />
            )}
          </div>
        )}
      </RecordGate>
      <Suspense>
        {dialog === 'create' && (
          <CreateApplicationDialog onPlanRequired={() => setDialog('upgrade')} onClose={() => setDialog(undefined)} />
        )}
        {dialog === 'upgrade' && <UpgradeDialog onClose={() => setDialog(undefined)} />}
      </Suspense>
    </ApplicationsFrame>
  );
}

function ApplicationTable({ applications }: { applications: readonly ApplicationView[] }) {
  const { t } = useTexts('applications');
  const format = useFormat();
  const columns: Column<ApplicationView>[] = [
    {
      key: 'application',
      header: t('table.application'),
      wide: true,
      render: (application) => (
        <ApplicationName application={application} note={t('registered.createdBy', { name: application.createdBy })}>
          <PageLink to="/applications/registered/$id" params={{ id: application.id }} className="bh-anywhere">
            {application.name}
          </PageLink>
        </ApplicationName>
      ),
    },
    { key: 'type', header: t('words:type'), render: ({ type }) => t(`types.${type}`) },
    {
      key: 'clientId',
      header: t('table.clientId'),
      render: ({ clientId }) => <span className="bh-mono st-prefix">{clientId}</span>,
    },
    {
      key: 'grants',
      header: t('words:members'),
      align: 'right',
      render: ({ grants }) => <span className="ws-num">{format.number(grants)}</span>,
    },
    { key: 'lastUse', header: t('words:lastUse'), render: (application) => <ApplicationLastUse used={application} /> },
    {
      key: 'requests',
      header: t('words:requestsOfWeek'),
      render: (application) => <ApplicationRequests used={application} />,
    },
    { key: 'status', header: t('words:status'), render: (application) => <ApplicationStatus {...application} /> },
  ];
  return <DataTable label={t('tabs.registered')} columns={columns} rows={applications} rowKey={({ id }) => id} grows />;
}

export function ApplicationStatus({ archivedAt }: Pick<ApplicationView, 'archivedAt'>) {
  const { t } = useTexts('applications');
  return archivedAt === null ? (
    <StatusBadge tone="positive" icon={IconCheck}>
      {t('registered.active')}
    </StatusBadge>
  ) : (
    <StatusBadge tone="neutral" icon={IconArchive}>
      {t('registered.archived')}
    </StatusBadge>
  );
}
