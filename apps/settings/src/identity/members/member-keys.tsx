import type { MemberView } from '@billhook/contract/identity/member';
import { isPaidPlan } from '@billhook/domain/identity/company';
import { useTexts } from '@billhook/ui/use-texts';
import { Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useHolds, useSignedIn } from '../../shared/session/signed-in.js';
import { Section } from '../../shared/workspace/detail.js';
import { PageLink } from '../../shared/workspace/links.js';
import { ActionButton } from '../../shared/workspace/record-actions.js';
import { useRefreshMembers } from './members.queries.js';

const CreateKeyDialog = lazy(() =>
  import('../keys/key-form/create-key-dialog.js').then((file) => ({ default: file.CreateKeyDialog })),
);
const UpgradeDialog = lazy(() => import('../keys/upgrade-dialog.js').then((file) => ({ default: file.UpgradeDialog })));

/** The number of active keys of a member, and for a service member a button to create another one. */
export function MemberKeys({ member }: { member: MemberView }) {
  const { t } = useTexts('members');
  const { company } = useSignedIn();
  const seesKeys = useHolds('api_key.manage');
  const mayCreate = useHolds('api_key.create');
  const refresh = useRefreshMembers();
  const [dialog, setDialog] = useState<'create' | 'upgrade'>();
  const { id, kind, status, liveKeys } = member;
  const refused = () => {
    if (status !== 'Active') return t('member.createKeyInactive');
    return mayCreate ? undefined : t('member.createKeyPermission');
  };
  const close = () => {
    setDialog(undefined);
    void refresh();
  };
  return (
    <Section
      title={t('member.keysTitle')}
      actions={
        kind === 'Service' &&
        status !== 'Removed' && (
          <ActionButton
            action={{
              key: 'create',
              label: t('member.createKey'),
              icon: IconPlus,
              refused: refused(),
              run: () => setDialog(isPaidPlan(company.plan) ? 'create' : 'upgrade'),
            }}
          />
        )
      }
    >
      <Group gap="md">
        <Text size="sm">{liveKeys === 0 ? t('member.noKeys') : t('member.someKeys', { count: liveKeys })}</Text>
        {seesKeys && (
          <PageLink to="/company-keys" search={{ memberId: id }}>
            {t('member.seeKeys')}
          </PageLink>
        )}
      </Group>
      <Suspense>
        {dialog === 'create' && (
          <CreateKeyDialog wanted={[]} member={member} onPlanRequired={() => setDialog('upgrade')} onClose={close} />
        )}
        {dialog === 'upgrade' && <UpgradeDialog onClose={() => setDialog(undefined)} />}
      </Suspense>
    </Section>
  );
}
