import type { KeyPolicy } from '@billhook/contract/identity/api-key';
import { ErrorState } from '@billhook/ui/components/error-state';
import { useTexts } from '@billhook/ui/use-texts';
import { Anchor, Button, Skeleton, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useKeyPolicy } from '../keys/keys.queries.js';
import { Facts, Section } from '../../shared/workspace/detail.js';
import { useKeysOutsidePolicy } from './company-keys.queries.js';

const KeyPolicyDialog = lazy(() =>
  import('./key-policy-dialog.js').then((file) => ({ default: file.KeyPolicyDialog })),
);

/** What the company allows of new keys, and how many of those that there are would not be allowed. */
export function KeyPolicyPanel({ onOutside }: { onOutside: () => void }) {
  const { t } = useTexts('companyKeys');
  const policy = useKeyPolicy();
  const [editing, setEditing] = useState<KeyPolicy>();
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
          <>
            <Facts
              facts={[
                { label: t('policy.lifetime'), value: t(`policy.lifetimes.${policy.data.longestLifetime}`) },
                {
                  label: t('policy.networks'),
                  value: t(policy.data.cidrsRequired ? 'policy.required' : 'policy.optional'),
                },
              ]}
            />
            <Outside onOutside={onOutside} />
          </>
        ) : policy.error ? (
          <ErrorState error={policy.error} onRetry={() => void policy.refetch()} />
        ) : (
          <Skeleton height={48} />
        )}
      </Section>
      <Suspense>{editing && <KeyPolicyDialog policy={editing} onClose={() => setEditing(undefined)} />}</Suspense>
    </div>
  );
}

function Outside({ onOutside }: { onOutside: () => void }) {
  const { t } = useTexts('companyKeys');
  const count = useKeysOutsidePolicy().data;
  if (count === undefined) return null;
  return (
    <Text size="sm" mt="xs" component="div">
      {count === 0 ? (
        t('policy.inside')
      ) : (
        <Anchor component="button" type="button" size="sm" onClick={onOutside}>
          {t('policy.outside', { count })}
        </Anchor>
      )}
    </Text>
  );
}
