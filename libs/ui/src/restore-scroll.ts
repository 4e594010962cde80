import type { AnyRouter, RouterHistory } from '@tanstack/react-router';

/** The time that a page may take to be as high as it was. */
const PATIENCE_MS = 3000;

/** Scrolls to a place that the page may not be high enough for yet, unless the person scrolls first. */
function scrollWhenPossible(top: number): void {
  const observer = new ResizeObserver(() => attempt());
  const stop = () => {
    observer.disconnect();
    for (const kind of ['wheel', 'touchstart', 'keydown', 'pointerdown']) removeEventListener(kind, stop);
  };
  const attempt = () => {
    scrollTo({ top, behavior: 'instant' });
    if (Math.abs(scrollY - top) < 2) stop();
  };
  for (const kind of ['wheel', 'touchstart', 'keydown', 'pointerdown']) addEventListener(kind, stop, { passive: true });
  setTimeout(stop, PATIENCE_MS);
  observer.observe(document.body);
}

/** A page that one goes back to is where it was left. The browser attempts this before the router has rendered the page. */
export function restoreScroll(router: Pick<AnyRouter, 'subscribe'> & { readonly history: RouterHistory }): void {
  const tops = new Map<string, number>();
  const keyOf = ({ state }: { state: { key?: string; __TSR_key?: string } }) => state.__TSR_key ?? state.key ?? '';
  let isReturn = false;
  router.history.subscribe(({ action }) => {
    isReturn = action.type !== 'PUSH' && action.type !== 'REPLACE';
  });
  router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) tops.set(keyOf(fromLocation), scrollY);
  });
  router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
    const top = tops.get(keyOf(toLocation));
    if (fromLocation && pathChanged && isReturn && top) scrollWhenPossible(top);
  });
}
