const STATES = ['used', 'expired', 'revoked', 'invalid'] as const;

/** Why the link that led here did not open the portal. It leaves the address, which would show it again after a reload. */
export const failedLink = take();

function take(): (typeof STATES)[number] | undefined {
  const state = new URLSearchParams(location.search).get('link');
  const found = STATES.find((each) => each === state);
  if (found) history.replaceState(null, '', location.pathname);
  return found;
}
