import { Dialog } from '@billhook/ui/components/dialog';
import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useHolds, useSignedIn } from '../session/queries.js';
import { useKeyFormTexts } from '../texts/key-forms.js';
import { useApiKeys } from './queries.js';

/** What the free plan gets instead of the form: what the paid one brings and who has it changed: owners need to ask nobody in the company. */
export function UpgradeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useKeyFormTexts();
  const company = useSignedIn().company.name;
  const manages = useHolds('company.manage');
  const counts = useApiKeys('mine', {}).data?.pages[0]?.counts;
  const hasKeys = counts !== undefined && Object.values(counts).some((count) => count > 0);
  return (
    <Dialog opened onClose={onClose} title={t('upgrade.title')}>
      <Stack gap="md">
        <Text size="sm">{t('upgrade.lead', { company })}</Text>
        <List size="sm" spacing={6}>
          <List.Item>{t('upgrade.one')}</List.Item>
          <List.Item>{t('upgrade.two')}</List.Item>
        </List>
        <Text size="sm" fw={600}>
          {t(manages ? 'upgrade.yours' : 'upgrade.theirs', { company })}
        </Text>
        {hasKeys && (
          <Text size="sm" c="dimmed">
            {t('upgrade.keys')}
          </Text>
        )}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('upgrade.close')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
