import { PreferencesMenu } from '@billhook/ui/components/preferences-menu';
import { Wordmark } from '@billhook/ui/components/wordmark';
import { Center, Group, Stack, Text, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';

interface SignedOutLayoutProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** Beside the title, such as a logo. */
  readonly mark?: ReactNode;
  /** For a form with two columns. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** A page without navigation: one panel, and the preferences of the reader. */
export function SignedOutLayout({ title, lead, mark, wide, children }: SignedOutLayoutProps) {
  useEffect(() => {
    document.title = `${title} · Billhook`;
  }, [title]);
  return (
    <Stack mih="100dvh" gap={0}>
      <Group justify="space-between" px={{ base: 'md', sm: 'xl' }} py="sm" component="header">
        <Wordmark />
        <PreferencesMenu />
      </Group>
      <Center component="main" id="main" tabIndex={-1} flex={1} p="md" pb={96} className="bh-main">
        <div className="bh-panel st-sign-in" data-wide={wide || undefined}>
          {mark && <div className="st-mark">{mark}</div>}
          <Stack gap={4} mb="lg">
            <Title order={1} className="bh-anywhere">
              {title}
            </Title>
            {lead && (
              <Text c="dimmed" size="sm" component="div" lh={1.55} className="bh-anywhere">
                {lead}
              </Text>
            )}
          </Stack>
          {children}
        </div>
      </Center>
    </Stack>
  );
}
