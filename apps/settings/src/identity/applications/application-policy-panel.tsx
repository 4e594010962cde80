import type { ApplicationPolicy, CompanyApplicationView } from '@billhook/contract/identity/oauth/grant';
import { ErrorState } from '@billhook/ui/components/error-state';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Skeleton } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Facts, Section } from '../../shared/workspace/detail.js';
import { useApplicationPolicy, useKnownApplications } from './applications.queries.js';

const ApplicationPolicyDialog = lazy(() =>
  import('./application-policy-dialog.js').then((file) => ({ default: file.ApplicationPolicyDialog })),
);

/** Which applications members may authorise. */
export function ApplicationPolicyPanel({ used }: { used: readonly CompanyApplicationView[] }) {
  const { t } = useTexts('applications');
  const policy = useApplicationPolicy();
  const known = useKnownApplications(used);
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
          <Rule policy={policy.data} known={known} />
        ) : policy.error ? (
          <ErrorState error={policy.error} onRetry={() => void policy.refetch()} />
        ) : (
          <Skeleton height={48} />
        )}
      </Section>
      <Suspense>
        {editing && <ApplicationPolicyDialog policy={editing} known={known} onClose={() => setEditing(undefined)} />}
      </Suspense>
    </div>
  );
}

interface RuleProps {
  readonly policy: ApplicationPolicy;
  readonly known: ReadonlyMap<string, string>;
}

/** The rule, and the listed applications: by name if the company uses or registered them. */
function Rule({ policy: { allow, clientIds }, known }: RuleProps) {
  const { t } = useTexts('applications');
  const names = clientIds.map((clientId) => (
    <div key={clientId}>{known.get(clientId) ?? <span className="bh-mono">{clientId}</span>}</div>
  ));
  return (
    <Facts
      facts={[
        { label: t('policy.rule'), value: t(`policy.${allow}`) },
        {
          label: t('policy.listedNames'),
          value: allow === 'listed' && (names.length > 0 ? names : t('policy.none')),
        },
      ]}
    />
  );
}
