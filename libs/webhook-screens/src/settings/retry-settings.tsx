import { useTexts } from '@billhook/ui/use-texts';
import { Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { parseSchedule, writeLength } from './retry-schedule.js';
import { SettingsSection } from './settings-section.js';
import type { SettingsGroupProps } from './settings-values.js';

/** When a message is sent again, and how much the receiver gets at the same time. */
export function RetrySettings({ values, errors, onChange }: SettingsGroupProps) {
  const { t } = useTexts('portal');
  const parsed = parseSchedule(values.schedule);
  const waits = 'waits' in parsed ? parsed.waits : [];
  return (
    <SettingsSection title={t('endpointPage.settings.retries')}>
      <Radio.Group
        label={t('endpointPage.settings.schedule')}
        value={values.ownSchedule ? 'own' : 'usual'}
        onChange={(value) => onChange({ ownSchedule: value === 'own' })}
      >
        <Stack gap="xs" mt="xs">
          <Radio
            value="usual"
            label={t('endpointPage.settings.scheduleUsual')}
            description={t('endpointPage.settings.scheduleUsualNote')}
          />
          <Radio value="own" label={t('endpointPage.settings.scheduleOwn')} />
        </Stack>
      </Radio.Group>
      {values.ownSchedule && (
        <div>
          <TextInput
            label={t('endpointPage.settings.waits')}
            description={t('endpointPage.settings.waitsNote')}
            autoComplete="off"
            spellCheck={false}
            value={values.schedule}
            error={errors.schedule}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
            onChange={(event) => onChange({ schedule: event.currentTarget.value })}
          />
          {waits.length > 0 && (
            <Text size="sm" mt={4} role="status">
              {t('endpointPage.settings.waitsSum', {
                count: waits.length,
                time: writeLength(waits.reduce((sum, wait) => sum + wait, 0)),
              })}
            </Text>
          )}
        </div>
      )}
      <Group gap="md" align="flex-start">
        <TextInput
          label={t('endpointPage.settings.perSecond')}
          description={t('endpointPage.settings.perSecondNote')}
          inputMode="numeric"
          autoComplete="off"
          value={values.perSecond}
          error={errors.perSecond}
          onChange={(event) => onChange({ perSecond: event.currentTarget.value })}
        />
        <TextInput
          label={t('endpointPage.settings.inFlight')}
          description={t('endpointPage.settings.inFlightNote')}
          inputMode="numeric"
          autoComplete="off"
          value={values.inFlight}
          error={errors.inFlight}
          onChange={(event) => onChange({ inFlight: event.currentTarget.value })}
        />
      </Group>
    </SettingsSection>
  );
}
