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

/** A menu of the kit, opened from the start, around this button. */
export interface MenuProps {
  readonly target: ReactElement;
}

interface MenuOnDemandProps {
  readonly target: ReactElement<TargetProps>;
  readonly menu: LazyExoticComponent<ComponentType<MenuProps>>;
}

/**
 * A button whose menu is fetched at the first click. What places menus on the page (30 KiB) would else be part of every first load, for
 * menus that few people open.
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
