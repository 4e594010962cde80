import type { CreatedApplication } from '@billhook/contract/identity/oauth/application';
import { errorsByField } from '@billhook/ui/api-fetch';
import { ErrorState } from '@billhook/ui/components/error-state';
import { useAction } from '@billhook/ui/use-action';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Group, Stack } from '@mantine/core';
import { useId } from 'react';
import { focusFirstError } from '../../shared/forms/focus-first-error.js';
import { ApplicationFields, useApplicationForm } from './application-form.js';
import { ApplicationSecretDialog } from './application-secret-dialog.js';
import { createBodyOf, NEW_APPLICATION, type ApplicationValues } from './application-values.js';
import { createApplication } from './applications.queries.js';

interface CreateApplicationDialogProps {
  readonly onPlanRequired: () => void;
  readonly onClose: () => void;
}

/** Registers an application, and shows its client secret once. */
export function CreateApplicationDialog({ onPlanRequired, onClose }: CreateApplicationDialogProps) {
  const { t } = useTexts('applications');
  return (
    <ApplicationSecretDialog title={t('form.createTitle')} resultTitle={t('result.title')} onClose={onClose}>
      {(onCreated) => <CreateForm onCreated={onCreated} onPlanRequired={onPlanRequired} onCancel={onClose} />}
    </ApplicationSecretDialog>
  );
}

interface CreateFormProps {
  readonly onCreated: (created: CreatedApplication) => void;
  readonly onPlanRequired: () => void;
  readonly onCancel: () => void;
}

function CreateForm({ onCreated, onPlanRequired, onCancel }: CreateFormProps) {
  const { t } = useTexts('applications');
  const ui = useTexts('ui');
  const id = useId();
  const create = useAction(createApplication);
  const form = useApplicationForm(NEW_APPLICATION);
  const submit = async (values: ApplicationValues) => {
    const result = await create.run(createBodyOf(values));
    if (result.ok) return onCreated(result.value);
    if (result.error.code === 'plan_required') return onPlanRequired();
    form.setErrors(errorsByField(result.error));
    focusFirstError(id);
  };
  const shownAtFields = create.error && Object.keys(errorsByField(create.error)).length > 0;
  return (
    <form
      id={id}
      noValidate
      onSubmit={form.onSubmit(
        (values) => void submit(values),
        () => focusFirstError(id),
      )}
    >
      <Stack gap="lg">
        <ApplicationFields form={form} />
        {create.error && !shownAtFields && <ErrorState error={create.error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            {ui.t('cancel')}
          </Button>
          <Button type="submit" loading={create.pending}>
            {t('form.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
