import { getRouteApi } from '@tanstack/react-router';
import { ConsentGate } from './consent-gate.js';
import { Consent } from './consent.js';
import { interactionPath } from './consent.queries.js';

const route = getRouteApi('/oauth/consent/$uid');

/** Where the authorization endpoint sends the browser of a user. */
export function ConsentPage() {
  const { uid } = route.useParams();
  const path = interactionPath(uid);
  return (
    <ConsentGate key={path} path={path}>
      {(consent) => (
        <Consent
          consent={consent}
          path={path}
          onDecided={({ redirectTo }) => redirectTo !== null && location.assign(redirectTo)}
        />
      )}
    </ConsentGate>
  );
}
