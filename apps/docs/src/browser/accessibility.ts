import type { SwaggerPlugin } from './swagger-ui.js';

/*
 * Fixes what axe finds in Swagger UI and a stylesheet cannot change: names, roles and heading levels. React keeps attributes
 * that it did not set, so they are added whenever its output changes.
 */

type Value = string | ((element: Element) => string | null | undefined);

/** The name of the parameter whose table row contains the element. */
const parameterName = (element: Element) => element.closest('[data-param-name]')?.getAttribute('data-param-name');

/** The method and path of the operation that the element belongs to. */
function operationName(element: Element): string {
  const operation = element.closest('.opblock');
  const method = operation?.querySelector('.opblock-summary-method')?.textContent ?? '';
  const path = operation?.querySelector('.opblock-summary-path')?.textContent ?? '';
  return `${method} ${path}`.trim();
}

/** The page has the h1, so the tags are level 2. */
const MENDS: readonly (readonly [selector: string, attributes: Readonly<Record<string, Value>>])[] = [
  ['.close-modal', { 'aria-label': 'Close' }],
  ['h3.opblock-tag', { 'aria-level': '2' }],
  ['section.models > h4', { 'aria-level': '2' }],
  ['.errors-wrapper h4', { 'aria-level': '2' }],
  ['.opblock-body h4', { 'aria-level': '3' }],
  ['.opblock-body h5', { 'aria-level': '4' }],
  ['.modal-ux-header h3', { 'aria-level': '2' }],
  ['.modal-ux h4', { 'aria-level': '3' }],
  ['.modal-ux h6', { role: 'presentation' }],
  ['[data-param-name] :is(select, input, textarea)', { 'aria-label': parameterName }],
  ['textarea.body-param__text', { 'aria-label': 'Request body' }],
  ['table.responses-table', { 'aria-label': (table) => `Responses of ${operationName(table)}` }],
  ['table.live-responses-table', { 'aria-label': (table) => `Answer to ${operationName(table)}` }],
  ['pre.microlight', { tabindex: '0' }],
];

function fix(root: HTMLElement): void {
  for (const [selector, attributes] of MENDS) {
    for (const element of root.querySelectorAll(selector)) {
      for (const [name, value] of Object.entries(attributes)) {
        const text = typeof value === 'string' ? value : value(element);
        if (text && element.getAttribute(name) !== text) element.setAttribute(name, text);
      }
    }
  }
}

/** Applies the fixes now and after every change, at most once per frame. */
export function fixAccessibility(root: HTMLElement): void {
  let waiting = false;
  new MutationObserver(() => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      fix(root);
    });
  }).observe(root, { childList: true, subtree: true });
  fix(root);
}

interface DeepLinkProps {
  readonly text?: unknown;
}

/**
 * The path of an operation without its link: the link is inside a button, which assistive technology cannot operate.
 * Opening an operation still updates the address bar.
 */
export const plainDeepLinks: SwaggerPlugin = {
  wrapComponents: {
    DeepLink: (_, { React }) =>
      function PlainDeepLink({ text }: DeepLinkProps) {
        return React.createElement('span', null, text);
      },
  },
};
