import { notify } from '@billhook/ui/notify';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Group } from '@mantine/core';
import { IconExternalLink, IconLink } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { createPortalLink } from './portal-links.queries.js';

const PortalLinksDialog = lazy(() =>
  import('./portal-links-dialog.js').then((file) => ({ default: file.PortalLinksDialog })),
);

/** Opens the portal in a new tab, through a new link. */
async function openTab(): Promise<'opened' | 'blocked'> {
  // Opened before the request: after it, browsers treat the tab as a pop-up.
  const tab = window.open('', '_blank');
  if (!tab) return 'blocked';
  try {
    const { url } = await createPortalLink('full', 'visit');
    // On this page's own origin, whatever the name of the installation.
    const { pathname, search } = new URL(url);
    tab.location.replace(pathname + search);
    return 'opened';
  } catch (error) {
    tab.close();
    throw error;
  }
}

/** Other ways to open the webhook pages: in a tab, and for other people. */
export function PortalAccessActions() {
  const { t } = useTexts('settings');
  const [sharing, setSharing] = useState(false);
  const newTab = () =>
    openTab().then(
      (result) => result === 'blocked' && notify.failed(t('webhooks.blocked')),
      () => notify.failed(t('webhooks.failed')),
    );
  return (
    <Group gap="xs">
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<IconLink size={16} />}
        onClick={() => setSharing(true)}
      >
        {t('webhooks.links.open')}
      </Button>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<IconExternalLink size={16} />}
        onClick={() => void newTab()}
      >
        {t('webhooks.newTab')}
      </Button>
      <Suspense>{sharing && <PortalLinksDialog onClose={() => setSharing(false)} />}</Suspense>
    </Group>
  );
}
