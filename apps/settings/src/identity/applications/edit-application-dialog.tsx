import type { ApplicationView } from '@billhook/contract/identity/oauth/application';
import { Dialog } from '@billhook/ui/components/dialog';
import { notify } from '@billhook/ui/notify';
import { useTexts } from '@billhook/ui/use-texts';
import { ApplicationForm } from './application-form.js';
import { updateBodyOf, valuesOf } from './application-values.js';
import { useUpdateApplication } from './applications.queries.js';

interface EditApplicationDialogProps {
  readonly application: ApplicationView;
  readonly onClose: () => void;
}

/** Changes an application. The fields are the same as for the registration, except for the type. */
export function EditApplicationDialog({ application, onClose }: EditApplicationDialogProps) {
  const { t } = useTexts('applications');
  const update = useUpdateApplication(application.id);
  return (
    <Dialog opened size="xl" title={t('form.editTitle')} onClose={onClose}>
      <ApplicationForm
        initialValues={valuesOf(application)}
        save={update}
        changeOf={(values) => updateBodyOf(values, application)}
        submitLabel={t('form.save')}
        exists
        onSaved={() => {
          notify.done(t('form.saved'));
          onClose();
        }}
        onCancel={onClose}
      />
    </Dialog>
  );
}
