import {
  cloneElement,
  Suspense,
  useState,
  type ComponentType,
  type LazyExoticComponent,
  type ReactElement,
} from 'react';

interface TargetProps {
  readonly onClick?: () => void;
  readonly 'aria-haspopup'?: 'menu';
  readonly 'aria-expanded'?: boolean;
}

/** A menu of the kit around this button, initially open. */
export interface MenuProps {
  readonly target: ReactElement;
}

interface MenuOnDemandProps {
  readonly target: ReactElement<TargetProps>;
  readonly menu: LazyExoticComponent<ComponentType<MenuProps>>;
}

/**
 * A button whose menu is loaded at the first click. Its positioning code (30 KiB) would otherwise be part of every first load, and
 * few people open menus.
 */
export function MenuOnDemand({ target, menu: OpenedMenu }: MenuOnDemandProps) {
  const [wanted, setWanted] = useState(false);
  const button = cloneElement(target, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: () => setWanted(true),
  });
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <OpenedMenu target={target} />
    </Suspense>
  );
}
