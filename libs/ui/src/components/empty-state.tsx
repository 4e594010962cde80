import { Stack, Text, Title } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

export interface EmptyStateProps {
  readonly icon: Icon;
  readonly title: string;
  /** 1 where it is the whole page. */
  readonly level?: 1 | 2 | undefined;
  readonly children?: ReactNode;
}

/** An empty list, with the next action. */
export function EmptyState({ icon: Icon, title, level = 2, children }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" px="lg" py={48} ta="center">
      <Icon size={32} stroke={1.5} color="var(--mantine-color-dimmed)" aria-hidden="true" />
      <Title order={level} size="h2">
        {title}
      </Title>
      {children && (
        <Text c="dimmed" size="sm" maw={520} lh={1.6} component="div">
          {children}
        </Text>
      )}
    </Stack>
  );
}
