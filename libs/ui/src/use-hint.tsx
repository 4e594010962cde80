import { lazy, Suspense, useCallback, useRef, useState, type FocusEvent, type ReactNode, type RefObject } from 'react';

const OpenedHint = lazy(() => import('./components/opened-hint.js').then((file) => ({ default: file.OpenedHint })));

interface HintTarget<T extends HTMLElement> {
  readonly ref: RefObject<T | null>;
  readonly onMouseEnter: () => void;
  readonly onMouseLeave: () => void;
  readonly onFocus: (event: FocusEvent<T>) => void;
  readonly onBlur: () => void;
}

/**
 * Words that show while the pointer is on something, or the keyboard's focus. What places them on the page (25 KiB) is fetched when they
 * are first shown: it would else be part of every first load.
 * @param always shows them whatever the pointer does: for what has just happened
 * @returns what to spread on the element, and the hint, to render beside it
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
