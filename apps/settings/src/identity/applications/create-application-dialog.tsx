import type { CreatedApplication } from '@billhook/contract/identity/oauth/application';
import { useAction } from '@billhook/ui/use-action';
import { useTexts } from '@billhook/ui/use-texts';
import { ApplicationForm } from './application-form.js';
import { ApplicationSecretDialog } from './application-secret-dialog.js';
import { createBodyOf, NEW_APPLICATION } from './application-values.js';
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
  const create = useAction(createApplication);
  return (
    <ApplicationForm
      initialValues={NEW_APPLICATION}
      save={create}
      changeOf={createBodyOf}
      submitLabel={t('form.submit')}
      exists={false}
      onSaved={onCreated}
      onError={({ code }) => {
        if (code === 'plan_required') onPlanRequired();
        return code === 'plan_required';
      }}
      onCancel={onCancel}
    />
  );
}
