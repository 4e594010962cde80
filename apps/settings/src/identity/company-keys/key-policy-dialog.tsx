import type { KeyPolicy } from '@billhook/contract/identity/key';
import { KEY_EXPIRIES } from '@billhook/domain/identity/key-status';
import { ConfirmDialog } from '@billhook/ui/components/confirm-dialog';
import { closeAndNotify } from '@billhook/ui/notify';
import { useTexts } from '@billhook/ui/use-texts';
import { Checkbox, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useSaveKeyPolicy } from './company-keys.queries.js';

interface KeyPolicyDialogProps {
  readonly policy: KeyPolicy;
  readonly onClose: () => void;
}

/** The rules for new keys. */
export function KeyPolicyDialog({ policy, onClose }: KeyPolicyDialogProps) {
  const { t } = useTexts('companyKeys');
  const save = useSaveKeyPolicy();
  const [lifetime, setLifetime] = useState(policy.longestLifetime);
  const [cidrsRequired, setCidrsRequired] = useState(policy.cidrsRequired);
  const confirm = () =>
    save.start([{ longestLifetime: lifetime, cidrsRequired }], closeAndNotify(onClose, t('policy.done')));
  return (
    <ConfirmDialog
      title={t('policy.title')}
      confirmLabel={t('policy.save')}
      action={save}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text size="sm">{t('policy.dialogLead')}</Text>
      <Radio.Group
        label={t('policy.lifetime')}
        value={lifetime}
        onChange={(chosen) => setLifetime(KEY_EXPIRIES.find((known) => known === chosen) ?? lifetime)}
      >
        <Stack gap="xs" mt={8}>
          {KEY_EXPIRIES.map((expiry) => (
            <Radio key={expiry} value={expiry} label={t(`policy.choices.${expiry}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <Checkbox
        label={t('policy.requireNetworks')}
        description={t('policy.requireNetworksHint')}
        checked={cidrsRequired}
        onChange={(event) => setCidrsRequired(event.currentTarget.checked)}
      />
    </ConfirmDialog>
  );
}
