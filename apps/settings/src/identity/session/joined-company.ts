/** The address that a new member of a company goes to. The settings are reloaded there, so only the address can carry the information. */
export const JOINED = '#joined';

let joined = location.hash === JOINED;
// Before the router reads the address, and so that a reload does not announce it again.
if (joined) history.replaceState(history.state, '', location.pathname + location.search);

/** Whether this page was opened by joining; true only once. */
export function takeJoined(): boolean {
  const taken = joined;
  joined = false;
  return taken;
}
