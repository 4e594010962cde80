import { Stack, Text, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';

interface FormSectionProps {
  readonly title: string;
  readonly hint?: string;
  readonly children: ReactNode;
}

/** A part of a long form under a heading. */
export function FormSection({ title, hint, children }: FormSectionProps) {
  const id = useId();
  return (
    <section className="bh-panel st-section" aria-labelledby={id}>
      <div className="st-section-head">
        <Title order={2} id={id} size="h3">
          {title}
        </Title>
        {hint && (
          <Text size="sm" c="dimmed" mt={4}>
            {hint}
          </Text>
        )}
      </div>
      <Stack gap="md" miw={0}>
        {children}
      </Stack>
    </section>
  );
}
