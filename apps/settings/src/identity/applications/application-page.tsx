import type { ApplicationView } from '@billhook/contract/identity/oauth/application';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert } from '@mantine/core';
import { IconArchive, IconPencil, IconPlugConnected } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { DetailLayout, RecordGate, RecordHeader } from '../../shared/workspace/detail.js';
import { PageLink } from '../../shared/workspace/links.js';
import { RecordActions, type RecordAction } from '../../shared/workspace/record-actions.js';
import { ApplicationDetails, ApplicationEndpoints } from './application-details.js';
import { ApplicationSecrets } from './application-secrets.js';
import { useApplication } from './applications.queries.js';
import { ApplicationStatus } from './my-applications-page.js';

const EditApplicationDialog = lazy(() =>
  import('./edit-application-dialog.js').then((file) => ({ default: file.EditApplicationDialog })),
);
const ArchiveDialog = lazy(() =>
  import('./archive-application-dialog.js').then((file) => ({ default: file.ArchiveApplicationDialog })),
);
const SignInTestDialog = lazy(() =>
  import('./sign-in-test-dialog.js').then((file) => ({ default: file.SignInTestDialog })),
);

const route = getRouteApi('/applications/registered/$id');

/** One application that the member may edit. */
export function ApplicationPage() {
  const query = useApplication(route.useParams().id);
  return <RecordGate query={query}>{(application) => <ApplicationDetail application={application} />}</RecordGate>;
}

function ApplicationDetail({ application }: { application: ApplicationView }) {
  const { t } = useTexts('applications');
  const [dialog, setDialog] = useState<'edit' | 'test' | 'archive'>();
  const close = () => setDialog(undefined);
  const { name, grants, archivedAt, type } = application;
  const refused = archivedAt === null ? undefined : t('page.archivedReason');
  const action = (key: 'edit' | 'test' | 'archive', rest: Pick<RecordAction, 'icon' | 'primary' | 'danger'>) => ({
    key,
    label: t(`page.${key}`),
    refused,
    run: () => setDialog(key),
    ...rest,
  });
  return (
    <>
      <RecordHeader
        title={name}
        back={<PageLink to="/applications/registered">{t('tabs.registered')}</PageLink>}
        status={<ApplicationStatus archivedAt={archivedAt} />}
        lead={grants === 0 ? t('registered.grantsNone') : t('registered.grants', { count: grants })}
        actions={
          <RecordActions
            main={[
              action('test', { icon: IconPlugConnected, primary: true }),
              action('edit', { icon: IconPencil }),
              action('archive', { icon: IconArchive, danger: true }),
            ]}
          />
        }
      />
      {archivedAt !== null && (
        <Alert color="gray" icon={<IconArchive size={20} />} mb="md">
          {t('page.archivedNote')}
        </Alert>
      )}
      <DetailLayout aside={<ApplicationEndpoints />}>
        <ApplicationDetails application={application} />
        {type === 'confidential' && <ApplicationSecrets application={application} />}
      </DetailLayout>
      <Suspense>
        {dialog === 'edit' && <EditApplicationDialog application={application} onClose={close} />}
        {dialog === 'archive' && <ArchiveDialog application={application} onClose={close} />}
        {dialog === 'test' && <SignInTestDialog application={application} onClose={close} />}
      </Suspense>
    </>
  );
}
