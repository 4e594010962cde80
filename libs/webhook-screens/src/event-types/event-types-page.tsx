import './event-types.css';
import { EVENT_RESOURCES, EVENT_TYPES, EVENTS } from '@billhook/domain/shared/event-types';
import { EmptyState } from '@billhook/ui/components/empty-state';
import { PageHeader } from '@billhook/ui/components/page-header';
import { eventSummary } from '@billhook/ui/domain-texts';
import { useLanguage, useTexts } from '@billhook/ui/use-texts';
import { Stack, Text, TextInput, Title } from '@mantine/core';
import { IconFilterOff, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { WebhooksLink } from '../routing/webhooks-link.js';

/** The event catalogue: every type with when it is emitted, by resource. */
export function EventTypesPage() {
  const { t } = useTexts('portal');
  const language = useLanguage();
  const [sought, setSought] = useState('');
  const words = sought.trim().toLowerCase();
  const rows = EVENT_TYPES.map((type) => ({ type, summary: eventSummary(type, language) })).filter(
    ({ type, summary }) => type.includes(words) || summary.toLowerCase().includes(words),
  );
  const groups = EVENT_RESOURCES.map((resource) => ({
    resource,
    types: rows.filter(({ type }) => EVENTS[type].resource === resource),
  })).filter(({ types }) => types.length > 0);
  return (
    <>
      <PageHeader title={t('eventTypes.title')} lead={t('eventTypes.lead')} />
      <Stack gap="lg">
        <TextInput
          type="search"
          aria-label={t('eventTypes.search')}
          placeholder={t('eventTypes.search')}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          maw={420}
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
        />
        {groups.length === 0 && (
          <div className="bh-panel">
            <EmptyState icon={IconFilterOff} title={t('eventTypes.none', { query: sought.trim() })} />
          </div>
        )}
        {groups.map(({ resource, types }) => (
          <section key={resource} aria-labelledby={`events-${resource}`}>
            <Title order={2} size="h4" id={`events-${resource}`} mb="xs">
              {t(`eventTypes.group.${resource}`)}
            </Title>
            <ul className="bh-panel pt-catalogue">
              {types.map(({ type, summary }) => (
                <li key={type}>
                  <WebhooksLink className="pt-link bh-mono" to={`/event-types/${type}`}>
                    {type}
                  </WebhooksLink>
                  <Text size="sm" c="dimmed">
                    {summary}
                  </Text>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </Stack>
    </>
  );
}
