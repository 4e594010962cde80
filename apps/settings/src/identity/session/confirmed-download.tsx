import { ErrorState } from '@billhook/ui/components/error-state';
import { useAction } from '@billhook/ui/use-action';
import { Button, type ButtonProps } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { ensureConfirmed } from './session.queries.js';

interface ConfirmedDownloadProps extends ButtonProps {
  readonly href: string;
  readonly onStarted?: () => void;
}

/**
 * A download that requires the password. A link instead of a script, so that the browser streams a file of any length to the disk. Its errors
 * would not be visible, so the password is requested first.
 */
export function ConfirmedDownload({ href, onStarted, ...button }: ConfirmedDownloadProps) {
  const check = useAction(ensureConfirmed);
  const download = async (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    const result = await check.run();
    if (!result.ok || !result.value) return;
    Object.assign(document.createElement('a'), { href, download: '' }).click();
    onStarted?.();
  };
  return (
    <>
      <Button
        component="a"
        href={href}
        download
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden="true" />}
        onClick={(event: MouseEvent<HTMLAnchorElement>) => void download(event)}
        {...button}
      />
      {check.error && <ErrorState error={check.error} />}
    </>
  );
}
