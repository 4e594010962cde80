import '../more-styles.js';
import { Tooltip } from '@mantine/core';
import { useEffect, type RefObject } from 'react';

interface OpenedHintProps {
  readonly label: string;
  readonly target: RefObject<HTMLElement | null>;
  readonly onDismiss: () => void;
}

/** As in the theme for the kit's own tooltips, whose delay applies to those that open automatically. */
const DELAY_MS = 200;

/** In pixels: the name of a program may be long. */
const WIDEST = 340;

/** The text of a hint, beside its element. Escape closes it. */
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
