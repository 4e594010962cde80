import { lazy, Suspense, useCallback, useRef, useState, type FocusEvent, type ReactNode, type RefObject } from 'react';

const OpenedHint = lazy(() => import('./opened-hint.js').then((file) => ({ default: file.OpenedHint })));

interface HintTarget<T extends HTMLElement> {
  readonly ref: RefObject<T | null>;
  readonly onMouseEnter: () => void;
  readonly onMouseLeave: () => void;
  readonly onFocus: (event: FocusEvent<T>) => void;
  readonly onBlur: () => void;
}

/**
 * A hint that shows on hover or keyboard focus. Its positioning code (25 KiB) is loaded when it is first shown,
 * because it would otherwise be part of every first load.
 * @param always shows it regardless of the pointer, for a recent event
 * @returns the props for the element, and the hint to render beside it
 */
export function useHint<T extends HTMLElement>(
  label: string,
  always = false,
): { readonly target: HintTarget<T>; readonly hint: ReactNode } {
  const ref = useRef<T>(null);
  const [wanted, setWanted] = useState(false);
  const hide = useCallback(() => setWanted(false), []);
  return {
    target: {
      ref,
      onMouseEnter: () => setWanted(true),
      onMouseLeave: hide,
      onFocus: ({ currentTarget }) => setWanted(currentTarget.matches(':focus-visible')),
      onBlur: hide,
    },
    hint: (wanted || always) && (
      <Suspense>
        <OpenedHint label={label} target={ref} onDismiss={hide} />
      </Suspense>
    ),
  };
}
