import './event-types.css';
import type { EventTypeView } from '@billhook/contract/webhooks/event-type';
import { readPermissionOf } from '@billhook/domain/webhooks/event-access';
import { CodeBlock } from '@billhook/ui/components/code-block';
import { ErrorState } from '@billhook/ui/components/error-state';
import { Loading } from '@billhook/ui/components/loading';
import { PageHeader } from '@billhook/ui/components/page-header';
import { eventSummary } from '@billhook/ui/domain-texts';
import { indentJson } from '@billhook/ui/indent-json';
import { useLanguage, useTexts } from '@billhook/ui/use-texts';
import { NativeSelect, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { MayChange } from '../frame/may-change.js';
import { useTextInPath } from '../routing/use-webhooks-route.js';
import { WebhooksLink } from '../routing/webhooks-link.js';
import { useEventType } from './event-types.queries.js';
import { exampleHead } from './example-headers.js';
import type { ShownSchema } from './json-schema.js';
import { SchemaTree } from './schema-tree.js';
import { SendTest } from './send-test.js';

/** One event type: when it is emitted, a test of it, its schema and an example. */
export function EventTypePage() {
  const { t } = useTexts('portal');
  const eventType = useEventType(useTextInPath('eventType'));
  return (
    <>
      <Text size="sm" mb="sm">
        <WebhooksLink className="pt-link" to="/event-types">
          <IconArrowLeft size={14} aria-hidden="true" /> {t('eventTypes.back')}
        </WebhooksLink>
      </Text>
      {eventType.data ? (
        <EventTypeContent eventType={eventType.data} />
      ) : eventType.error ? (
        <ErrorState error={eventType.error} onRetry={() => void eventType.refetch()} />
      ) : (
        <Loading />
      )}
    </>
  );
}

function EventTypeContent({ eventType }: { eventType: EventTypeView }) {
  const { t } = useTexts('portal');
  const { type, resource, example } = eventType;
  const body = JSON.stringify(example);
  return (
    <>
      <PageHeader title={type} lead={eventSummary(type, useLanguage())} />
      <Stack gap="lg">
        <dl className="pt-facts">
          <dt>{t('eventTypes.permission')}</dt>
          <dd className="bh-mono">{readPermissionOf(type)}</dd>
          <dt>{t('eventTypes.same')}</dt>
          <dd className="bh-mono">{`GET /v1/${resource}s/{id}`}</dd>
        </dl>
        <MayChange>
          <SendTest key={type} type={type} />
        </MayChange>
        <div className="pt-columns">
          <EventSchema eventType={eventType} />
          <section aria-labelledby="example-title">
            <Stack gap="sm">
              <Title order={2} size="h4" id="example-title">
                {t('eventTypes.message')}
              </Title>
              <CodeBlock
                title={type}
                code={`${exampleHead(example)}\n\n${indentJson(body)}`}
                copyLabel={t('eventTypes.copyMessage')}
                copyText={body}
              />
              <Text size="xs" c="dimmed">
                {t('eventTypes.messageHint')}
              </Text>
            </Stack>
          </section>
        </div>
      </Stack>
    </>
  );
}

const FORMS = ['full', 'changes', 'thin'] as const;

function EventSchema({ eventType: { schema, schemas } }: { eventType: EventTypeView }) {
  const { t } = useTexts('portal');
  const [form, setForm] = useState<(typeof FORMS)[number]>('full');
  const shown: ShownSchema = form === 'full' ? schema : schemas[form];
  return (
    <section aria-labelledby="schema-title">
      <Stack gap="sm">
        <Title order={2} size="h4" id="schema-title">
          {t('eventTypes.schema')}
        </Title>
        <NativeSelect
          label={t('eventTypes.form')}
          maw={260}
          value={form}
          data={FORMS.map((value) => ({ value, label: t(`eventTypes.${value}`) }))}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setForm(FORMS.find((each) => each === value) ?? 'full');
          }}
        />
        <div className="bh-panel pt-section">
          <SchemaTree key={form} schema={shown} open={['data']} />
        </div>
      </Stack>
    </section>
  );
}
