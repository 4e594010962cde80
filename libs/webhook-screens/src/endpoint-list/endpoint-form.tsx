import type { EventType } from '@billhook/domain/shared/event-types';
import type { EventFilter } from '@billhook/domain/webhooks/event-filter';
import { errorsByField, type ApiError } from '@billhook/ui/api-fetch';
import { ErrorState } from '@billhook/ui/components/error-state';
import { useLanguage, useTexts } from '@billhook/ui/use-texts';
import { Button, Group, Loader, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconCircleCheck } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useUrlCheck, type UrlCheck } from '../endpoints/endpoint-checks.queries.js';
import { EventTypePicker } from '../endpoints/event-type-picker.js';
import { urlErrorIn, urlErrorOf } from '../endpoints/url-error.js';
import { usePortal } from '../session/session.queries.js';
import { EndpointPreview, PreviewSentence } from './endpoint-preview.js';

export interface EndpointValues {
  url: string;
  description: string;
  eventTypes: EventType[];
}

interface EndpointFormProps {
  readonly initial: EndpointValues;
  /** The filter of the endpoint, which the preview applies. */
  readonly filter?: EventFilter | null;
  readonly submitLabel: string;
  readonly pending: boolean;
  /** Sends the values; returns the error, if any, for its field. */
  readonly onSubmit: (values: EndpointValues) => Promise<ApiError | undefined>;
  readonly onCancel: () => void;
}

function errorsOf(error: ApiError, language: string): Record<string, string> {
  const url = urlErrorOf(error);
  return { ...errorsByField(error), ...(url !== undefined && { url: urlErrorIn(language, url) }) };
}

export function EndpointForm({ initial, filter, submitLabel, pending, onSubmit, onCancel }: EndpointFormProps) {
  const { t } = useTexts('portal');
  const language = useLanguage();
  const { allowHttp } = usePortal();
  const url = useRef<HTMLInputElement>(null);
  const [saveError, setSaveError] = useState<ApiError>();
  const form = useForm<EndpointValues>({
    initialValues: initial,
    validate: {
      url: (value) => (value.trim() ? null : t('form.urlMissing')),
      eventTypes: (value) => (value.length ? null : t('form.eventsMissing')),
    },
  });

  const check = useUrlCheck(form.values.url);

  const submit = async (values: EndpointValues) => {
    setSaveError(undefined);
    const error = await onSubmit({ ...values, url: values.url.trim(), description: values.description.trim() });
    if (!error) return;
    const fieldErrors = errorsOf(error, language);
    form.setErrors(fieldErrors);
    if (fieldErrors['url']) url.current?.focus();
    if (Object.keys(fieldErrors).length === 0) setSaveError(error);
  };

  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) => void submit(values),
        (errors) => errors['url'] && url.current?.focus(),
      )}
    >
      <Stack gap="lg">
        <div>
          <TextInput
            ref={url}
            data-autofocus
            type="url"
            inputMode="url"
            label={t('form.url')}
            description={t(allowHttp ? 'form.urlHintHttp' : 'form.urlHint')}
            placeholder="https://example.com/webhooks/billhook"
            autoComplete="off"
            spellCheck={false}
            maxLength={2000}
            {...form.getInputProps('url')}
            error={form.errors['url'] ?? (check.rejection && urlErrorIn(language, check.rejection))}
          />
          <UrlState {...check} />
        </div>
        <TextInput
          label={t('form.description')}
          maxLength={200}
          autoComplete="off"
          {...form.getInputProps('description')}
        />
        <EventTypePicker
          value={form.values.eventTypes}
          error={form.errors['eventTypes']}
          onChange={(types) => form.setFieldValue('eventTypes', types)}
        />
        <EndpointPreview eventTypes={form.values.eventTypes} filter={filter} />
        <div className="bh-dialog-foot">
          {saveError && <ErrorState error={saveError} />}
          <Group justify="space-between" gap="sm">
            <Text size="sm" role="status" className="pt-preview-sentence">
              <PreviewSentence eventTypes={form.values.eventTypes} filter={filter} />
            </Text>
            <Group gap="sm" ml="auto">
              <Button variant="default" onClick={onCancel}>
                {t('ui:cancel')}
              </Button>
              <Button type="submit" loading={pending}>
                {submitLabel}
              </Button>
            </Group>
          </Group>
        </div>
      </Stack>
    </form>
  );
}

/** What the check of the URL found; its rejection is the error of the field. */
function UrlState({ state }: UrlCheck) {
  const { t } = useTexts('portal');
  return (
    <Group gap={6} mt={4} wrap="nowrap" role="status" className="pt-url-state" data-state={state}>
      {state === 'checking' && <Loader size={12} aria-hidden="true" />}
      {state === 'accepted' && <IconCircleCheck size={14} aria-hidden="true" />}
      {(state === 'checking' || state === 'accepted') && <Text size="xs">{t(`adding.url.${state}`)}</Text>}
    </Group>
  );
}
