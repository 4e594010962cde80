import { useTexts } from '@billhook/ui/use-texts';
import { Radio, Stack } from '@mantine/core';
import { HeadersField } from './headers-field.js';
import { SettingsSection } from './settings-section.js';
import type { SettingsGroupProps } from './settings-values.js';

const PAYLOADS = ['Full', 'Changes', 'Thin'] as const;
const ORDERINGS = ['BestEffort', 'PerRecord'] as const;

/** What a message contains, with which headers, and in which order messages are sent. */
export function MessageSettings({ endpoint, values, errors, onChange }: SettingsGroupProps) {
  const { t } = useTexts('portal');
  return (
    <SettingsSection title={t('endpointPage.settings.messages')}>
      <Radio.Group
        label={t('endpointPage.settings.payload')}
        value={values.payload}
        error={errors.payload}
        onChange={(value) => onChange({ payload: PAYLOADS.find((known) => known === value) ?? 'Full' })}
      >
        <Stack gap="xs" mt="xs">
          {PAYLOADS.map((each) => (
            <Radio
              key={each}
              value={each}
              label={t(`endpointPage.settings.payloads.${each}`)}
              description={t(`endpointPage.settings.payloadNotes.${each}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Radio.Group
        label={t('endpointPage.settings.ordering')}
        value={values.ordering}
        error={errors.ordering}
        onChange={(value) => onChange({ ordering: ORDERINGS.find((known) => known === value) ?? 'BestEffort' })}
      >
        <Stack gap="xs" mt="xs">
          {ORDERINGS.map((each) => (
            <Radio
              key={each}
              value={each}
              label={t(`endpointPage.settings.orderings.${each}`)}
              description={t(`endpointPage.settings.orderingNotes.${each}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <HeadersField
        stored={endpoint.headers.map(({ name }) => name)}
        value={values.headers}
        error={errors.headers}
        onChange={(headers) => onChange({ headers })}
      />
    </SettingsSection>
  );
}
