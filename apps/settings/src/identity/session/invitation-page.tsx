import { asApiError } from '@billhook/ui/api-fetch';
import { ErrorState } from '@billhook/ui/components/error-state';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Center, Loader, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { notifyOtherTabs } from '../../shared/session/other-tabs.js';
import { PageButton } from '../../shared/workspace/links.js';
import { InvitationForm } from './invitation-form.js';
import { JOINED } from './joined-company.js';
import { acceptInvitation, lookAtInvitation } from './sign-in.queries.js';
import { SignedOutLayout } from './signed-out-layout.js';
import { dropLinkToken, useLinkToken } from './use-link-token.js';

/** The page of an invitation link: the company, who invited, and the form to join. */
export function InvitationPage() {
  const { t } = useTexts('signIn');
  const token = useLinkToken();
  if (token !== undefined) return <Invitation key={token} token={token} />;
  return (
    <SignedOutLayout title={t('invitation.pageTitle')}>
      <Alert color="yellow" icon={<IconAlertTriangle size={20} />} title={t('invitation.missingTitle')}>
        {t('invitation.missingBody')}
      </Alert>
    </SignedOutLayout>
  );
}

function Invitation({ token }: { token: string }) {
  const { t } = useTexts('signIn');
  const ui = useTexts('ui');
  // The key must not be the token, because the keys of the cache stay in memory.
  const id = useId();
  const opened = useQuery({
    queryKey: ['invitation', id],
    queryFn: () => lookAtInvitation(token),
    staleTime: Infinity,
    gcTime: 0,
  });
  if (opened.data) {
    return (
      <InvitationForm
        opened={opened.data}
        accept={async (answer) => {
          const { member } = await acceptInvitation({ token, ...answer });
          dropLinkToken();
          notifyOtherTabs(member.id);
          // The page is reloaded, so that this tab keeps no data of the previous member.
          location.replace(opened.data.isFirstMember ? '/settings/' : `/settings/${JOINED}`);
        }}
      />
    );
  }
  const title = t('invitation.pageTitle');
  if (opened.error && asApiError(opened.error).code === 'invitation_invalid') {
    return (
      <SignedOutLayout title={title}>
        <Stack gap="md">
          <Alert
            role="alert"
            color="yellow"
            icon={<IconAlertTriangle size={20} />}
            title={t('invitation.invalidTitle')}
          >
            {t('invitation.invalidBody')}
          </Alert>
          <PageButton to="/">{t('reset.goToSignIn')}</PageButton>
        </Stack>
      </SignedOutLayout>
    );
  }
  return (
    <SignedOutLayout title={title}>
      {opened.error ? (
        <ErrorState error={opened.error} onRetry={() => void opened.refetch()} />
      ) : (
        <Center py="xl">
          <Loader role="status" aria-label={ui.t('loading')} />
        </Center>
      )}
    </SignedOutLayout>
  );
}
