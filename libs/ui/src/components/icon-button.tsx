import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { useHint } from './use-hint.js';

interface IconButtonProps {
  readonly label: string;
  readonly onClick: () => void;
  /** The icon, hidden from screen readers. */
  readonly children: ReactNode;
}

/** A button with an icon only. Its label shows as a hint, whose code is loaded when it is first shown. */
export function IconButton({ label, onClick, children }: IconButtonProps) {
  const { target, hint } = useHint<HTMLButtonElement>(label);
  return (
    <>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} onClick={onClick} {...target}>
        {children}
      </ActionIcon>
      {hint}
    </>
  );
}
