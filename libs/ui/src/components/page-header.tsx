import { Group, Stack, Text, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { setPageTitle } from '../page-title.js';

interface PageHeaderProps {
  readonly title: string;
  /** The heading, where the title needs places to break at. */
  readonly heading?: ReactNode;
  /** One sentence on the purpose of the page. */
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  /** Leaves the room to what is below it, such as the rows of a list. */
  readonly compact?: boolean;
}

/** The heading of a page, and the title of the browser tab. */
export function PageHeader({ title, heading = title, lead, actions, compact = false }: PageHeaderProps) {
  useEffect(() => {
    setPageTitle(title);
  }, [title]);
  return (
    <Group justify="space-between" align="flex-start" gap={compact ? 'xs' : 'md'} mb={compact ? 'sm' : 'lg'}>
      <Stack gap={6} maw={680} miw={0}>
        <Title order={1} className="bh-anywhere">
          {heading}
        </Title>
        {lead && (
          <Text c="dimmed" size="sm" lh={1.6} component="div">
            {lead}
          </Text>
        )}
      </Stack>
      {actions && <Group gap="sm">{actions}</Group>}
    </Group>
  );
}
