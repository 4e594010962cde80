import { AppShell, Burger, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTexts } from '../use-texts.js';
import { PreferencesMenu } from './preferences-menu.js';
import { SkipLink } from './skip-link.js';
import { Wordmark } from './wordmark.js';

interface ShellProps {
  /** The navigation, at the side or behind the menu button. `close` closes it on a phone. */
  readonly nav: (close: () => void) => ReactNode;
  readonly navLabel: string;
  /** The company, beside the logo. Cut off if there is no room. */
  readonly context?: string;
  /** At the right of the header, before the preferences. */
  readonly actions: ReactNode;
  /** A line above the header. */
  readonly bar?: ReactNode;
  readonly children: ReactNode;
}

/** Header, navigation and content of a page for signed-in people. */
export function Shell({ nav, navLabel, context, actions, bar, children }: ShellProps) {
  const { t } = useTexts('ui');
  const [opened, { toggle, close }] = useDisclosure(false);
  return (
    <AppShell
      header={{ height: bar ? 96 : 60 }}
      navbar={{ width: { base: 256, md: 220, lg: 256 }, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'md', sm: 'xl', md: 'lg', lg: 'xl' }}
    >
      <SkipLink />
      <AppShell.Header withBorder>
        {bar}
        <Group h={59} px={{ base: 'md', sm: 'xl' }} justify="space-between" wrap="nowrap" gap="sm">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <Burger
              opened={opened}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={t(opened ? 'closeMenu' : 'openMenu')}
              aria-expanded={opened}
            />
            <Wordmark />
            {context !== undefined && (
              <Text size="sm" c="dimmed" truncate title={context} className="bh-context">
                {context}
              </Text>
            )}
          </Group>
          <Group gap="xs" wrap="nowrap">
            <PreferencesMenu />
            {actions}
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="md" aria-label={navLabel}>
        {nav(close)}
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1} className="bh-main">
        {children}
      </AppShell.Main>
    </AppShell>
  );
}
