import { useTexts } from '@billhook/ui/use-texts';
import { Anchor, Text } from '@mantine/core';
import { lazy } from 'react';
import { Facts } from '../../shared/workspace/detail.js';
import { PolicyPanel } from '../../shared/workspace/policy-panel.js';
import { useKeyPolicy } from '../keys/keys.queries.js';
import { useKeysOutsidePolicy } from './company-keys.queries.js';

const KeyPolicyDialog = lazy(() =>
  import('./key-policy-dialog.js').then((file) => ({ default: file.KeyPolicyDialog })),
);

/** The policy for new keys, and the number of existing keys outside it. */
export function KeyPolicyPanel({ onOutside }: { onOutside: () => void }) {
  const { t } = useTexts('companyKeys');
  const policy = useKeyPolicy();
  return (
    <PolicyPanel
      title={t('policy.title')}
      editLabel={t('policy.edit')}
      query={policy}
      dialog={(editing, onClose) => <KeyPolicyDialog policy={editing} onClose={onClose} />}
    >
      {({ longestLifetime, cidrsRequired }) => (
        <>
          <Facts
            facts={[
              { label: t('policy.lifetime'), value: t(`policy.lifetimes.${longestLifetime}`) },
              { label: t('policy.networks'), value: t(cidrsRequired ? 'policy.required' : 'policy.optional') },
            ]}
          />
          <Outside onOutside={onOutside} />
        </>
      )}
    </PolicyPanel>
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
