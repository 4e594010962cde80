import { useTexts } from '@billhook/ui/use-texts';
import { Text } from '@mantine/core';

export interface Program {
  readonly browser: string | null;
  readonly system: string | null;
  readonly userAgent: string | null;
}

/** The name of a program: "Firefox 140 on macOS", or its `User-Agent` if that names no browser. */
export function useProgramName() {
  const { t } = useTexts('workspace');
  return ({ browser, system, userAgent }: Program): string => {
    if (browser && system) return t('program.onSystem', { browser, system });
    return browser ?? (userAgent || t('program.unnamed'));
  };
}

/** The name of a program below an address, with its complete `User-Agent` as a tooltip. */
export function ProgramName(program: Program) {
  const name = useProgramName();
  return (
    <Text size="xs" c="dimmed" lineClamp={1} className="bh-anywhere" maw={260} title={program.userAgent ?? undefined}>
      {name(program)}
    </Text>
  );
}
