import { Dialog } from '@billhook/ui/components/dialog';
import { useTexts } from '@billhook/ui/use-texts';
import { Anchor, Button, Group, List, Stack, Text } from '@mantine/core';
import { useCompanyOwners } from '../../shared/session/company-owners.queries.js';
import { useHolds, useSignedIn } from '../../shared/session/signed-in.js';
import { useApiKeys } from './keys.queries.js';

/** Replaces the form on the free plan: the benefits of the paid plan, and how to upgrade. */
export function UpgradeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts('keyForms');
  const { company, upgradeUrl } = useSignedIn();
  const manages = useHolds('company.manage');
  const counts = useApiKeys('mine', {}).data?.pages[0]?.counts;
  const hasKeys = counts !== undefined && Object.values(counts).some((count) => count > 0);
  const upgrades = manages && upgradeUrl !== null;
  return (
    <Dialog opened onClose={onClose} title={t('upgrade.title')}>
      <Stack gap="md">
        <Text size="sm">{t('upgrade.lead', { company: company.name })}</Text>
        <List size="sm" spacing={6}>
          <List.Item>{t('upgrade.one')}</List.Item>
          <List.Item>{t('upgrade.two')}</List.Item>
        </List>
        {manages ? (
          <Text size="sm" fw={600}>
            {t(upgrades ? 'upgrade.yours' : 'upgrade.operator', { company: company.name })}
          </Text>
        ) : (
          <Owners />
        )}
        {hasKeys && (
          <Text size="sm" c="dimmed">
            {t('upgrade.keys')}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant={upgrades ? 'default' : 'filled'} onClick={onClose}>
            {t('ui:close')}
          </Button>
          {upgrades && (
            <Button component="a" href={upgradeUrl} target="_blank" rel="noopener noreferrer">
              {t('upgrade.go')}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

/** The people to ask, each with a link that opens an email. */
function Owners() {
  const { t } = useTexts('keyForms');
  const { company, upgradeUrl } = useSignedIn();
  const owners = useCompanyOwners().data?.data ?? [];
  const subject = t('upgrade.subject', { company: company.name });
  const body = t('upgrade.body', { company: company.name, link: upgradeUrl ?? location.href });
  const query = `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
  return (
    <Stack gap={6}>
      <Text size="sm" fw={600}>
        {t('upgrade.theirs', { company: company.name })}
      </Text>
      <List size="sm" spacing={6}>
        {owners.map(({ id, name, email }) => (
          <List.Item key={id}>
            {name}, <Anchor href={`mailto:${email}?${query}`}>{email}</Anchor>
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}
