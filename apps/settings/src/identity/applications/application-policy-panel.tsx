import type { ApplicationPolicy, CompanyApplicationView } from '@billhook/contract/identity/oauth/grant';
import { useTexts } from '@billhook/ui/use-texts';
import { lazy } from 'react';
import { Facts } from '../../shared/workspace/detail.js';
import { PolicyPanel } from '../../shared/workspace/policy-panel.js';
import { useApplicationPolicy, useKnownApplications } from './applications.queries.js';

const ApplicationPolicyDialog = lazy(() =>
  import('./application-policy-dialog.js').then((file) => ({ default: file.ApplicationPolicyDialog })),
);

/** Which applications members may authorise. */
export function ApplicationPolicyPanel({ used }: { used: readonly CompanyApplicationView[] }) {
  const { t } = useTexts('applications');
  const policy = useApplicationPolicy();
  const known = useKnownApplications(used);
  return (
    <PolicyPanel
      title={t('policy.title')}
      editLabel={t('policy.edit')}
      query={policy}
      dialog={(editing, onClose) => <ApplicationPolicyDialog policy={editing} known={known} onClose={onClose} />}
    >
      {(current) => <Rule policy={current} known={known} />}
    </PolicyPanel>
  );
}

interface RuleProps {
  readonly policy: ApplicationPolicy;
  readonly known: ReadonlyMap<string, string>;
}

/** The rule, and the listed applications: by name if the company uses or registered them. */
function Rule({ policy: { allow, clientIds, builtin }, known }: RuleProps) {
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
        {
          label: t('policy.builtin'),
          value: allow === 'listed' && t(builtin ? 'policy.builtinAllowed' : 'policy.builtinListed'),
        },
      ]}
    />
  );
}
