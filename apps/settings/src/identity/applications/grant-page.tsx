import type { GrantView } from '@billhook/contract/identity/oauth/grant';
import { ApiError } from '@billhook/ui/api-fetch';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { DOT } from '@billhook/ui/dot';
import { useLanguage, useTexts } from '@billhook/ui/use-texts';
import { List, Text } from '@mantine/core';
import { IconBan } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { DetailLayout, Facts, RecordGate, RecordHeader, Section } from '../../shared/workspace/detail.js';
import { PageLink } from '../../shared/workspace/links.js';
import { RecordActions } from '../../shared/workspace/record-actions.js';
import { permissionSummary } from '../permission-summary.js';
import { useApplicationDetails, usePublisher } from './application-name.js';
import { useGrants } from './applications.queries.js';
import { GrantEnd, GrantEnding, GrantStatusBadge, hasGrantEnded, lostScopes } from './grant-status.js';

const RevokeGrantDialog = lazy(() =>
  import('./revoke-grant-dialog.js').then((file) => ({ default: file.RevokeGrantDialog })),
);

const route = getRouteApi('/applications/authorised/$id');

/** An application that the signed-in member authorised. */
export function GrantPage() {
  const { id } = route.useParams();
  const query = useGrants();
  const grant = query.data?.data.find((each) => each.id === id);
  const missing = query.data && !grant ? new ApiError('not_found', '', 404) : null;
  return (
    <RecordGate query={{ data: grant, error: query.error ?? missing, refetch: query.refetch }}>
      {(found) => <GrantDetail grant={found} />}
    </RecordGate>
  );
}

function GrantDetail({ grant }: { grant: GrantView }) {
  const { t } = useTexts('applications');
  const publisher = usePublisher();
  const [revoking, setRevoking] = useState(false);
  const { application, company } = grant;
  return (
    <>
      <RecordHeader
        title={application.name}
        back={<PageLink to="/applications">{t('tabs.authorised')}</PageLink>}
        status={<GrantStatusBadge status={grant.status} />}
        lead={
          <>
            {publisher(application)}
            {DOT}
            {company.name}
            {grant.status === 'suspended' && <div>{t('suspendedReason')}</div>}
          </>
        }
        actions={
          !hasGrantEnded(grant) && (
            <RecordActions
              main={[
                {
                  key: 'revoke',
                  label: t('revoke.confirm'),
                  icon: IconBan,
                  danger: true,
                  run: () => setRevoking(true),
                },
              ]}
            />
          )
        }
      />
      <DetailLayout aside={<GrantDetails grant={grant} />}>
        <GrantScopes grant={grant} />
      </DetailLayout>
      <Suspense>{revoking && <RevokeGrantDialog grant={grant} onClose={() => setRevoking(false)} />}</Suspense>
    </>
  );
}

/** Each permission in words. */
function GrantScopes({ grant }: { grant: GrantView }) {
  const { t } = useTexts('applications');
  const language = useLanguage();
  const lost = lostScopes(grant);
  return (
    <Section title={t('words:permissions')}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('authorised.grantedHint')}
      </Text>
      <List size="sm" spacing={8}>
        {grant.scopes.map((scope) => (
          <List.Item key={scope}>
            {permissionSummary(scope, language)} <span className="bh-mono">({scope})</span>
            {lost.includes(scope) && (
              <Text size="sm" c="var(--mantine-color-yellow-light-color)">
                {t('authorised.lostNote')}
              </Text>
            )}
          </List.Item>
        ))}
      </List>
    </Section>
  );
}

function GrantDetails({ grant }: { grant: GrantView }) {
  const { t } = useTexts('applications');
  const details = useApplicationDetails();
  const { application, createdAt, createdFrom, lastUsedAt, lastUsedFrom, lastUsedAgent } = grant;
  return (
    <Section title={t('words:details')}>
      <Facts
        facts={[
          ...details(application),
          { label: t('authorised.usedFor'), value: t(`resources.${grant.resource}`) },
          {
            label: t('table.authorisedOn'),
            value: (
              <>
                <RelativeTime ofCompany at={createdAt} />
                {createdFrom !== null && <div>{t('words:fromAddress', { address: createdFrom })}</div>}
              </>
            ),
          },
          { label: t('words:accessEnds'), value: grant.status !== 'revoked' && <GrantEnd grant={grant} /> },
          {
            label: t('words:lastUse'),
            value:
              lastUsedAt === null ? (
                t('never')
              ) : (
                <>
                  <RelativeTime ofCompany at={lastUsedAt} />
                  {lastUsedFrom !== null && <div>{t('words:fromAddress', { address: lastUsedFrom })}</div>}
                  {lastUsedAgent !== null && (
                    <Text size="xs" c="dimmed" className="bh-anywhere">
                      {lastUsedAgent}
                    </Text>
                  )}
                </>
              ),
          },
          { label: t('authorised.revokedOn'), value: grant.revokedAt !== null && <GrantEnding grant={grant} /> },
        ]}
      />
    </Section>
  );
}
