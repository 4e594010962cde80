import type { ApplicationView } from '@billhook/contract/identity/oauth/application';
import { errorsByField } from '@billhook/ui/api-fetch';
import { Dialog } from '@billhook/ui/components/dialog';
import { ErrorState } from '@billhook/ui/components/error-state';
import { notify } from '@billhook/ui/notify';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Group, Stack } from '@mantine/core';
import { useId } from 'react';
import { focusFirstError } from '../../shared/forms/focus-first-error.js';
import { ApplicationFields, useApplicationForm } from './application-form.js';
import { updateBodyOf, valuesOf, type ApplicationValues } from './application-values.js';
import { useUpdateApplication } from './applications.queries.js';

interface EditApplicationDialogProps {
  readonly application: ApplicationView;
  readonly onClose: () => void;
}

/** Changes an application. The fields are those of its registration, but for its type. */
export function EditApplicationDialog({ application, onClose }: EditApplicationDialogProps) {
  const { t } = useTexts('applications');
  const ui = useTexts('ui');
  const id = useId();
  const update = useUpdateApplication(application.id);
  const form = useApplicationForm(valuesOf(application));
  const submit = async (values: ApplicationValues) => {
    const result = await update.run(updateBodyOf(values, application));
    if (!result.ok) {
      form.setErrors(errorsByField(result.error));
      return focusFirstError(id);
    }
    notify.done(t('form.saved'));
    onClose();
  };
  const shownAtFields = update.error && Object.keys(errorsByField(update.error)).length > 0;
  return (
    <Dialog opened size="xl" title={t('form.editTitle')} onClose={onClose}>
      <form
        id={id}
        noValidate
        onSubmit={form.onSubmit(
          (values) => void submit(values),
          () => focusFirstError(id),
        )}
      >
        <Stack gap="lg">
          <ApplicationFields form={form} exists />
          {update.error && !shownAtFields && <ErrorState error={update.error} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {ui.t('cancel')}
            </Button>
            <Button type="submit" loading={update.pending} disabled={!form.isDirty()}>
              {t('form.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
