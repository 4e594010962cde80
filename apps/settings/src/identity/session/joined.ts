/** Where somebody goes who has just joined a company. The settings are loaded again there, so only the address can carry it. */
export const JOINED = '#joined';

let joined = location.hash === JOINED;
// Before the router looks at the address, and so that loading the page again does not tell it once more.
if (joined) history.replaceState(history.state, '', location.pathname + location.search);

/** Whether this page was opened by joining; true once. */
export function takeJoined(): boolean {
  const taken = joined;
  joined = false;
  return taken;
}
