import { askWhoseKey, type CheckedKey } from './key-status.js';
import type { AuthSystem, SwaggerInstance, SwaggerPlugin, SwaggerSystem } from './swagger-ui.js';

/*
 * The Authorize box, for a key or a sign-in. Swagger UI's own `persistAuthorization` writes secrets as plain text into localStorage, where
 * they outlive the tab. Here a key is in sessionStorage and an access token in memory, and the page shows whose it is.
 */

const STORE = 'billhook-docs-key';

let status: CheckedKey = { kind: 'none' };
const listeners = new Set<() => void>();
/** The key or access token itself, only while it is valid. */
let good: string | undefined;

/** The security scheme that requests use: a key replaces an access token, and the reverse. */
let active: string | undefined;

/** The entered key or the access token, once the API has accepted it. */
export const currentKey = (): string | undefined => good;

/** Calls the listener whenever a key is entered or removed. @returns a function that unsubscribes */
export function onKeyChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
/** Counts the entered keys, so that a slow response for an earlier key is not shown for a later one. */
let generation = 0;

function setStatus(next: CheckedKey, key?: string): void {
  status = next;
  good = next.kind === 'good' ? key : undefined;
  for (const listener of listeners) listener();
}

/** Removes what was entered before: Swagger UI would send the access token and show the key. */
function replaceWith(scheme: string, { authActions }: AuthSystem): void {
  if (active !== undefined && active !== scheme) authActions.logout([active]);
  active = scheme;
}

async function showOwner(secret: string): Promise<void> {
  const mine = ++generation;
  setStatus({ kind: 'checking' });
  const answer = await askWhoseKey(secret);
  if (mine === generation) setStatus(answer, secret);
}

function removed(schemes: readonly string[]): void {
  if (active === undefined || !schemes.includes(active)) return;
  generation++;
  active = undefined;
  sessionStorage.removeItem(STORE);
  setStatus({ kind: 'none' });
}

const WORDS = { none: 'No key or access token', checking: 'Checking…', good: '', refused: 'Rejected,' } as const;

/** A line with the status, as a polite live region, so that screen readers announce changes. */
function statusLine({ React }: SwaggerSystem) {
  return function KeyStatusLine() {
    const [shown, show] = React.useState<CheckedKey>(status);
    React.useEffect(() => {
      const follow = () => show(status);
      follow();
      return onKeyChange(follow);
    }, []);
    const text = 'text' in shown ? `${WORDS[shown.kind]} ${shown.text}`.trim() : WORDS[shown.kind];
    const title = shown.kind === 'good' ? shown.permissions.join(', ') : undefined;
    return React.createElement('p', { className: `key-status ${shown.kind}`, role: 'status', title }, text);
  };
}

/** The name of the credential and how to enter it, instead of Swagger UI's text about schemes and scopes, which the stylesheet hides. */
function withLead(name: string, lead: string, original: unknown, { React }: SwaggerSystem) {
  return (props: object) =>
    React.createElement(
      'div',
      null,
      React.createElement('h4', { className: 'auth-name' }, name),
      React.createElement('p', { className: 'auth-lead' }, lead),
      React.createElement(original, props),
    );
}

function withStatus(original: unknown, system: SwaggerSystem) {
  const line = statusLine(system);
  return (props: object) =>
    system.React.createElement(
      'div',
      { className: 'key-box' },
      system.React.createElement(original, props),
      system.React.createElement(line, null),
    );
}

/** Keeps the key in sessionStorage, and shows whose key or access token it is beside the Authorize button and inside its dialog. */
export const keyBox: SwaggerPlugin = {
  wrapComponents: {
    authorizeBtn: withStatus,
    HttpAuth: (original, system) =>
      withLead(
        'API key',
        'Paste an API key of a sandbox, which begins with bht_, or sign in below. A key of a production company writes real records.',
        withStatus(original, system),
        system,
      ),
    oauth2: (original, system) =>
      withLead('Sign in', 'Sign in as yourself, and select what this page may do for you.', original, system),
  },
  statePlugins: {
    auth: {
      wrapActions: {
        authorize: (original, system) => (payload) => {
          const [entry] = Object.entries(payload);
          if (entry === undefined || typeof entry[1].value !== 'string') return original(payload);
          const [scheme, given] = entry;
          const key = String(given.value).trim();
          replaceWith(scheme, system);
          sessionStorage.setItem(STORE, JSON.stringify({ scheme, key }));
          void showOwner(key);
          return original({ ...payload, [scheme]: { ...given, value: key } });
        },
        authorizeOauth2: (original, system) => (payload) => {
          replaceWith(payload.auth.name, system);
          void showOwner(payload.token.access_token);
          return original(payload);
        },
        logout: (original) => (names) => {
          removed(names);
          return original(names);
        },
      },
    },
  },
};

/**
 * Restores the key of this tab after a reload. `preauthorizeApiKey` does nothing until Swagger UI has loaded the document,
 * and there is no event for that.
 */
export function restoreKey(ui: SwaggerInstance): void {
  const stored: unknown = JSON.parse(sessionStorage.getItem(STORE) ?? 'null');
  if (typeof stored !== 'object' || stored === null || !('scheme' in stored) || !('key' in stored)) return;
  const name = String(stored.scheme);
  ui.authActions.authorize({ [name]: { name, schema: { type: 'http', scheme: 'bearer' }, value: String(stored.key) } });
}
