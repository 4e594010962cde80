import { Center, Group, Loader, Text, type CenterProps, type GroupProps, type MantineSize } from '@mantine/core';
import { useTexts } from '../use-texts.js';

/** In the place of content that is being loaded. */
export function Loading(props: CenterProps) {
  const { t } = useTexts('ui');
  return (
    <Center py="xl" {...props}>
      <Loader role="status" aria-label={t('loading')} />
    </Center>
  );
}

interface LoadingLineProps extends GroupProps {
  readonly text: string;
  readonly loader?: MantineSize;
}

/** The same in a line, with what is being loaded. */
export function LoadingLine({ text, loader = 'xs', ...group }: LoadingLineProps) {
  return (
    <Group gap="xs" {...group}>
      <Loader size={loader} aria-hidden="true" />
      <Text size="sm">{text}</Text>
    </Group>
  );
}
