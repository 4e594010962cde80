import { Tooltip } from '@mantine/core';
import { useEffect, type RefObject } from 'react';

interface OpenedHintProps {
  readonly label: string;
  readonly target: RefObject<HTMLElement | null>;
  readonly onDismiss: () => void;
}

/** As the theme has it for the kit's own tooltips, whose delay is for those that open by themselves. */
const DELAY_MS = 200;

/** In pixels: a program may call itself at length. */
const WIDEST = 340;

/** The words of a hint, beside what they are of. Escape takes them away. */
export function OpenedHint({ label, target, onDismiss }: OpenedHintProps) {
  useEffect(() => {
    const dismiss = (event: KeyboardEvent) => event.key === 'Escape' && onDismiss();
    document.addEventListener('keydown', dismiss);
    return () => document.removeEventListener('keydown', dismiss);
  }, [onDismiss]);
  return (
    <Tooltip opened target={target} label={label} multiline maw={WIDEST} transitionProps={{ enterDelay: DELAY_MS }} />
  );
}
