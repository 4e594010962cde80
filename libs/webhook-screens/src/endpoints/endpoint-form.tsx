import type { EventType } from '@billhook/domain/shared/events';
import { errorsByField, type ApiError } from '@billhook/ui/api-fetch';
import { ErrorState } from '@billhook/ui/components/error-state';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRef, useState } from 'react';
import { usePortal } from '../session/session.queries.js';
import { EventTypePicker } from './event-type-picker.js';

export interface EndpointValues {
  url: string;
  description: string;
  eventTypes: EventType[];
}

interface EndpointFormProps {
  readonly initial: EndpointValues;
  readonly submitLabel: string;
  readonly pending: boolean;
  /** Sends the values; returns the error, if any, for its field. */
  readonly onSubmit: (values: EndpointValues) => Promise<ApiError | undefined>;
  readonly onCancel: () => void;
}

/** The fields with errors. A rejected URL without a pointer names its rule in the detail. */
function errorsOf(error: ApiError): Record<string, string> {
  const faults = errorsByField(error);
  return error.code === 'endpoint_refused' && !faults['url'] ? { ...faults, url: error.message } : faults;
}

export function EndpointForm({ initial, submitLabel, pending, onSubmit, onCancel }: EndpointFormProps) {
  const { t } = useTexts('portal');
  const { allowHttp } = usePortal();
  const url = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<ApiError>();
  const form = useForm<EndpointValues>({
    initialValues: initial,
    validate: {
      url: (value) => (value.trim() ? null : t('form.urlMissing')),
      eventTypes: (value) => (value.length ? null : t('form.eventsMissing')),
    },
  });

  const submit = async (values: EndpointValues) => {
    setRefusal(undefined);
    const error = await onSubmit({ ...values, url: values.url.trim(), description: values.description.trim() });
    if (!error) return;
    const faults = errorsOf(error);
    form.setErrors(faults);
    if (faults['url']) url.current?.focus();
    if (Object.keys(faults).length === 0) setRefusal(error);
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
        />
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
        <div className="bh-dialog-foot">
          {refusal && <ErrorState error={refusal} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onCancel}>
              {t('cancel', { ns: 'ui' })}
            </Button>
            <Button type="submit" loading={pending}>
              {submitLabel}
            </Button>
          </Group>
        </div>
      </Stack>
    </form>
  );
}
