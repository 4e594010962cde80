import type { WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Group, Text } from '@mantine/core';
import { SettingsSection } from './settings-section.js';

interface SignatureSettingsProps {
  readonly endpoint: WebhookEndpointView;
  readonly onSecrets: () => void;
}

/** The signature scheme, which only a rotation changes. */
export function SignatureSettings({ endpoint, onSecrets }: SignatureSettingsProps) {
  const { t } = useTexts('portal');
  return (
    <SettingsSection title={t('endpointPage.settings.signature')} lead={t('endpointPage.settings.signatureNote')}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t(`endpointPage.settings.schemes.${endpoint.signatureScheme}`)}</Text>
        <Button variant="default" size="xs" onClick={onSecrets}>
          {t('endpointPage.settings.toSecrets')}
        </Button>
      </Group>
    </SettingsSection>
  );
}
