import { useTexts } from '@billhook/ui/use-texts';
import { TextInput } from '@mantine/core';
import { EventTypePicker } from '../endpoints/event-type-picker.js';
import { MayChange } from '../frame/may-change.js';
import { FilterField } from './filter-field.js';
import { FilterMatches } from './filter-matches.js';
import { SettingsSection } from './settings-section.js';
import type { SettingsGroupProps } from './settings-values.js';

/** Where messages go, and of which events. */
export function ReceiverSettings({ values, errors, onChange }: SettingsGroupProps) {
  const { t } = useTexts('portal');
  return (
    <>
      <SettingsSection title={t('endpointPage.settings.general')}>
        <TextInput
          type="url"
          inputMode="url"
          label={t('endpointPage.settings.url')}
          description={t('endpointPage.settings.urlNote')}
          autoComplete="off"
          spellCheck={false}
          maxLength={2000}
          value={values.url}
          error={errors.url}
          onChange={(event) => onChange({ url: event.currentTarget.value })}
        />
        <TextInput
          label={t('endpointPage.settings.description')}
          autoComplete="off"
          maxLength={200}
          value={values.description}
          error={errors.description}
          onChange={(event) => onChange({ description: event.currentTarget.value })}
        />
        <TextInput
          label={t('endpointPage.settings.externalId')}
          description={t('endpointPage.settings.externalIdNote')}
          autoComplete="off"
          maw={420}
          value={values.externalId}
          error={errors.externalId}
          onChange={(event) => onChange({ externalId: event.currentTarget.value })}
        />
      </SettingsSection>
      <SettingsSection title={t('words.events')}>
        <div data-broken={errors.eventTypes ? true : undefined}>
          <EventTypePicker
            value={values.eventTypes}
            error={errors.eventTypes}
            onChange={(eventTypes) => onChange({ eventTypes })}
          />
        </div>
      </SettingsSection>
      <SettingsSection title={t('endpointPage.settings.filter')} lead={t('endpointPage.settings.filterNote')}>
        <FilterField
          draft={values.filter}
          error={errors.filter}
          matches={
            <MayChange>
              <FilterMatches eventTypes={values.eventTypes} draft={values.filter} />
            </MayChange>
          }
          onChange={(filter) => onChange({ filter })}
        />
      </SettingsSection>
    </>
  );
}
