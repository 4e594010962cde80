import type { ApiError } from '@billhook/ui/api-fetch';
import { ErrorState } from '@billhook/ui/components/error-state';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';

interface SettingsFootProps {
  readonly edited: boolean;
  readonly pending: boolean;
  /** Why nothing was saved, unless it is shown at a field. */
  readonly failure: ApiError | undefined;
  /** The number of fields with an error. */
  readonly errors: number;
  readonly onDiscard: () => void;
  readonly onReload: () => void;
  readonly onOverwrite: () => void;
}

/** The end of the form, always in sight: what is unsaved or wrong, and the buttons. */
export function SettingsFoot({
  edited,
  pending,
  failure,
  errors,
  onDiscard,
  onReload,
  onOverwrite,
}: SettingsFootProps) {
  const { t } = useTexts('portal');
  const isStale = failure?.code === 'version_mismatch';
  return (
    <div className="pt-settings-foot">
      {failure && !isStale && <ErrorState error={failure} />}
      {isStale && (
        <Alert
          role="alert"
          color="yellow"
          icon={<IconRefresh size={20} />}
          title={t('endpointPage.settings.staleTitle')}
        >
          <Text size="sm">{t('endpointPage.settings.staleBody')}</Text>
          <Group gap="sm" mt="sm">
            <Button variant="default" size="xs" onClick={onReload}>
              {t('endpointPage.settings.staleReload')}
            </Button>
            <Button variant="default" size="xs" onClick={onOverwrite}>
              {t('endpointPage.settings.staleOverwrite')}
            </Button>
          </Group>
        </Alert>
      )}
      <Group justify="space-between" gap="sm">
        <div role="status">
          {errors > 0 ? (
            <Group gap={6} wrap="nowrap" c="var(--mantine-color-error)">
              <IconAlertTriangle size={16} aria-hidden="true" />
              <Text size="sm" fw={600}>
                {t('endpointPage.settings.errors', { count: errors })}
              </Text>
            </Group>
          ) : (
            edited && <Text size="sm">{t('endpointPage.settings.unsaved')}</Text>
          )}
        </div>
        <Group gap="sm">
          <Button variant="default" disabled={!edited || pending} onClick={onDiscard}>
            {t('endpointPage.settings.discard')}
          </Button>
          <Button type="submit" loading={pending} disabled={!edited}>
            {t('endpointPage.settings.save')}
          </Button>
        </Group>
      </Group>
    </div>
  );
}
