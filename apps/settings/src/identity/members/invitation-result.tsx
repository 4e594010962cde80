import type { SentInvitation } from '@billhook/contract/identity/invitation';
import { SecretField } from '@billhook/ui/components/secret-field';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconInfoCircle, IconMail } from '@tabler/icons-react';

/** Where the link was sent; without a mail server, the link itself, once. It is only in the state of the dialog. */
export function InvitationResult({ sent, onDone }: { sent: SentInvitation; onDone: () => void }) {
  const { t } = useTexts('members');
  const format = useFormat();
  const { invitation, url } = sent;
  const { email, name } = invitation;
  const date = format.date(invitation.expiresAt);
  return (
    <Stack gap="lg">
      {url === null ? (
        <Alert role="status" color="green" icon={<IconMail size={20} />}>
          {t('invite.mailed', { email, date })}
        </Alert>
      ) : (
        <>
          <Alert role="status" color="yellow" icon={<IconInfoCircle size={20} />}>
            <Text size="sm">{t('invite.handOver', { name, date })}</Text>
            <Text size="sm" mt={4}>
              {t('invite.once')}
            </Text>
          </Alert>
          <SecretField label={t('invite.link')} value={url} />
        </>
      )}
      <Group justify="flex-end">
        <Button data-autofocus onClick={onDone}>
          {t('invite.done')}
        </Button>
      </Group>
    </Stack>
  );
}
