import type { OperationMap, SwaggerPlugin, SwaggerReact, TaggedOperations } from './swagger-ui.js';

interface FinderProps {
  readonly layoutActions?: {
    updateFilter(text: string): void;
    show(place: readonly string[], open: boolean): void;
  };
  readonly specSelectors?: { taggedOperations(): TaggedOperations };
}

/** Waiting for the next key avoids rendering intermediate results. */
const PAUSE_MS = 150;

/** The words by which an operation is found. */
function wordsOf(operation: OperationMap, tag: string): string {
  const described = operation.get('operation');
  const [method, path] = [operation.get('method'), operation.get('path')];
  return [tag, method, path, described.get('summary'), described.get('operationId')].join(' ').toLowerCase();
}

/** The operations that contain every word of the text. Groups without matches are omitted. */
export function operationsWith(groups: TaggedOperations, text: string): TaggedOperations {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const holds = (tag: string) => (operation: OperationMap) =>
    words.every((word) => wordsOf(operation, tag).includes(word));
  return groups
    .map((group, tag) => group.set('operations', group.get('operations').filter(holds(tag))))
    .filter((group) => group.get('operations').size > 0);
}

function goTo(tag: string): void {
  history.replaceState(null, '', `#/${encodeURIComponent(tag)}`);
  const heading = [...document.querySelectorAll<HTMLElement>('.opblock-tag')].find(
    (each) => each.dataset['tag'] === tag,
  );
  heading?.scrollIntoView({ block: 'start' });
  heading?.querySelector('button')?.focus({ preventScroll: true });
}

/** The search field for operations, and one link per group. */
function createFinder(React: SwaggerReact, tags: readonly string[]) {
  let pause: ReturnType<typeof setTimeout> | undefined;
  return function Finder({ layoutActions, specSelectors }: FinderProps) {
    const [message, tell] = React.useState('');
    if (!layoutActions || !specSelectors) return null;
    const find = (text: string) => {
      layoutActions.updateFilter(text);
      document.body.classList.toggle('finding', text !== '');
      const found = specSelectors.taggedOperations();
      for (const tag of found.keySeq().toArray()) layoutActions.show(['operations-tag', tag], text !== '');
      const count = found.valueSeq().reduce((sum, group) => sum + group.get('operations').size, 0);
      tell(text === '' ? '' : count === 1 ? '1 operation' : `${count} operations`);
    };
    const field = React.createElement('input', {
      id: 'find-operation',
      type: 'search',
      placeholder: 'Words, path or method',
      autoComplete: 'off',
      spellCheck: false,
      onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
        clearTimeout(pause);
        const { value } = currentTarget;
        pause = setTimeout(() => find(value.trim()), PAUSE_MS);
      },
    });
    const link = (tag: string) =>
      React.createElement(
        'a',
        {
          key: tag,
          href: `#/${encodeURIComponent(tag)}`,
          onClick: (event: Event) => {
            event.preventDefault();
            layoutActions.show(['operations-tag', tag], true);
            requestAnimationFrame(() => goTo(tag));
          },
        },
        tag,
      );
    return React.createElement(
      'div',
      { className: 'finder', role: 'search' },
      React.createElement('label', { htmlFor: 'find-operation' }, 'Find an operation'),
      field,
      React.createElement('p', { role: 'status' }, message),
      React.createElement('nav', { 'aria-label': 'Groups of operations' }, tags.map(link)),
    );
  };
}

/** Finds operations by any of their words. Swagger UI's filter only searches tags and paths, and leaves the groups closed. */
export const finder = (tags: readonly string[]): SwaggerPlugin => ({
  fn: { opsFilter: operationsWith },
  wrapComponents: { FilterContainer: (_, { React }) => createFinder(React, tags) },
});
