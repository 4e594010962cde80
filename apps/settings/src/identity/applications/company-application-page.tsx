import type { CompanyApplicationView, GrantView } from '@billhook/contract/identity/oauth/grant';
import { ApiError } from '@billhook/ui/api-fetch';
import { DataTable, type Column } from '@billhook/ui/components/data-table';
import { useTexts } from '@billhook/ui/use-texts';
import { IconBan } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useHolds } from '../../shared/session/signed-in.js';
import { Facts, RecordGate, RecordHeader, Section } from '../../shared/workspace/detail.js';
import { PageLink } from '../../shared/workspace/links.js';
import { RecordActions } from '../../shared/workspace/record-actions.js';
import { useApplicationDetails, usePublisher } from './application-name.js';
import { ApplicationLastUse, ApplicationRequests } from './application-use.js';
import { AdministratorsOnly } from './applications-frame.js';
import { useCompanyApplications } from './applications.queries.js';
import { NotAllowed } from './company-applications-page.js';
import { useGrantColumns } from './use-grant-columns.js';

const RevokeForEveryoneDialog = lazy(() =>
  import('./revoke-for-everyone-dialog.js').then((file) => ({ default: file.RevokeForEveryoneDialog })),
);

const route = getRouteApi('/applications/company/$id');

/** One application that members of the company use: who, with which permissions, and since when. */
export function CompanyApplicationPage() {
  return useHolds('oauth_app.manage') ? <Known /> : <AdministratorsOnly />;
}

function Known() {
  const { id } = route.useParams();
  const query = useCompanyApplications();
  const used = query.data?.data.find(({ application }) => application.id === id);
  const missing = query.data && !used ? new ApiError('not_found', '', 404) : null;
  return (
    <RecordGate query={{ data: used, error: query.error ?? missing, refetch: query.refetch }}>
      {(found) => <CompanyApplication used={found} />}
    </RecordGate>
  );
}

function CompanyApplication({ used }: { used: CompanyApplicationView }) {
  const { t } = useTexts('applications');
  const details = useApplicationDetails();
  const publisher = usePublisher();
  const [revoking, setRevoking] = useState(false);
  const { application, allowed, grants } = used;
  return (
    <>
      <RecordHeader
        title={application.name}
        back={<PageLink to="/applications/company">{t('table.company')}</PageLink>}
        status={!allowed && <NotAllowed />}
        lead={publisher(application)}
        actions={
          <RecordActions
            main={[
              {
                key: 'revoke',
                label: t('revoke.everyone'),
                icon: IconBan,
                danger: true,
                run: () => setRevoking(true),
              },
            ]}
          />
        }
      />
      <Section title={t('words:details')}>
        <Facts
          facts={[
            ...details(application),
            { label: t('words:lastUse'), value: <ApplicationLastUse used={used} /> },
            { label: t('words:requestsOfWeek'), value: <ApplicationRequests used={used} /> },
          ]}
        />
      </Section>
      <div className="st-app-members">
        <Section title={t('words:members')} flush>
          <MemberTable grants={grants} />
        </Section>
      </div>
      <Suspense>{revoking && <RevokeForEveryoneDialog used={used} onClose={() => setRevoking(false)} />}</Suspense>
    </>
  );
}

function MemberTable({ grants }: { grants: readonly GrantView[] }) {
  const { t } = useTexts('applications');
  const grantColumns = useGrantColumns();
  const columns: Column<GrantView>[] = [
    { key: 'member', header: t('table.member'), wide: true, render: ({ member }) => member.name },
    ...grantColumns,
  ];
  return <DataTable label={t('table.grants')} columns={columns} rows={grants} rowKey={({ id }) => id} grows />;
}
