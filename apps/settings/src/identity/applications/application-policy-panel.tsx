import type { ApplicationPolicy, CompanyApplicationView } from '@billhook/contract/identity/oauth/grant';
import { ErrorState } from '@billhook/ui/components/error-state';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Skeleton, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Facts, Section } from '../../shared/workspace/detail.js';
import { useApplicationPolicy } from './applications.queries.js';

const ApplicationPolicyDialog = lazy(() =>
  import('./application-policy-dialog.js').then((file) => ({ default: file.ApplicationPolicyDialog })),
);

/** Which applications members may authorise. */
export function ApplicationPolicyPanel({ used }: { used: readonly CompanyApplicationView[] }) {
  const { t } = useTexts('applications');
  const policy = useApplicationPolicy();
  const [editing, setEditing] = useState<ApplicationPolicy>();
  return (
    <div className="st-policy">
      <Section
        title={t('policy.title')}
        actions={
          policy.data && (
            <Button variant="default" size="xs" onClick={() => setEditing(policy.data)}>
              {t('policy.edit')}
            </Button>
          )
        }
      >
        {policy.data ? (
          <Rule policy={policy.data} />
        ) : policy.error ? (
          <ErrorState error={policy.error} onRetry={() => void policy.refetch()} />
        ) : (
          <Skeleton height={48} />
        )}
      </Section>
      <Suspense>
        {editing && <ApplicationPolicyDialog policy={editing} used={used} onClose={() => setEditing(undefined)} />}
      </Suspense>
    </div>
  );
}

function Rule({ policy: { allow, clientIds } }: { policy: ApplicationPolicy }) {
  const { t } = useTexts('applications');
  return (
    <>
      <Facts facts={[{ label: t('policy.rule'), value: t(`policy.${allow}`) }]} />
      {allow === 'listed' && (
        <Text size="sm" mt="xs">
          {clientIds.length === 0 ? t('policy.none') : t('policy.listedCount', { count: clientIds.length })}
        </Text>
      )}
    </>
  );
}
