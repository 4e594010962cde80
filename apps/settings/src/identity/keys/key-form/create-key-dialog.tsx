import type { CreatedApiKey } from '@billhook/contract/identity/key';
import type { Permission } from '@billhook/domain/identity/permissions';
import { ErrorState } from '@billhook/ui/components/error-state';
import { Loading } from '@billhook/ui/components/loading';
import { useTexts } from '@billhook/ui/use-texts';
import { useKeyPolicy, usePermissionCatalogue } from '../keys.queries.js';
import { CreateKeyForm, type KeyMember } from './create-key-form.js';
import { KeySecretDialog } from './key-secret-dialog.js';

interface CreateKeyDialogProps {
  /** Without it, the key belongs to the signed-in member. */
  readonly member?: KeyMember;
  /** The permissions to select initially; without any, the read-only preset. */
  readonly wanted?: readonly Permission[];
  readonly onPlanRequired: () => void;
  readonly onClose: () => void;
}

const NONE: readonly Permission[] = [];

/** Creates a key for the signed-in member or a service member, and shows its secret once. */
export function CreateKeyDialog({ member, wanted = NONE, onPlanRequired, onClose }: CreateKeyDialogProps) {
  const { t } = useTexts('keyForms');
  return (
    <KeySecretDialog
      title={member ? t('create.titleFor', { name: member.name }) : t('create.title')}
      resultTitle={member ? t('result.titleFor', { name: member.name }) : t('result.title')}
      onClose={onClose}
    >
      {(onCreated) => (
        <FormOnceKnown
          member={member}
          wanted={wanted}
          onPlanRequired={onPlanRequired}
          onCancel={onClose}
          onCreated={onCreated}
        />
      )}
    </KeySecretDialog>
  );
}

interface FormOnceKnownProps {
  readonly member: KeyMember | undefined;
  readonly wanted: readonly Permission[];
  readonly onCreated: (created: CreatedApiKey) => void;
  readonly onPlanRequired: () => void;
  readonly onCancel: () => void;
}

/** The form, once the possible permissions and the key policy are loaded. */
function FormOnceKnown({ member, ...form }: FormOnceKnownProps) {
  const catalogue = usePermissionCatalogue();
  const policy = useKeyPolicy();
  for (const query of [catalogue, policy]) {
    if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!catalogue.data || !policy.data) return <Loading />;
  const held = catalogue.data.data.filter((row) => row.held).map((row) => row.permission);
  return <CreateKeyForm {...form} member={member} held={held} policy={policy.data} />;
}
