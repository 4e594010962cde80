import type { DocsIndex, Marked, SearchResult } from './search-index.js';

/** The search of the site. The library and the index are loaded when it opens for the first time. */

const INDEX = '/docs/search-index.json';

interface Engine {
  readonly find: (text: string) => SearchResult[];
  readonly excerptOf: (text: string, matches: readonly string[]) => Marked[];
}

let engine: Promise<Engine> | undefined;

async function loadEngine(): Promise<Engine> {
  const [module, response] = await Promise.all([import('./search-index.js'), fetch(INDEX)]);
  if (!response.ok) throw new Error(`${INDEX}: ${response.status}`);
  const index: DocsIndex = module.loadIndex(await response.text());
  return { find: (text) => module.find(index, text), excerptOf: module.excerptOf };
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}

const EXAMPLES = ['verify a signature', 'rate_limited', 'refund', 'Idempotency-Key'];

class SearchDialog {
  private readonly input = element('input', {
    ...{ id: 'search-input', type: 'search', role: 'combobox', autocomplete: 'off', spellcheck: 'false' },
    ...{ 'aria-controls': 'search-results', 'aria-expanded': 'false', 'aria-autocomplete': 'list' },
    ...{ 'aria-label': 'Search the documentation', placeholder: 'Search guides, operations, events and errors' },
  });
  private readonly list = element('ul', { id: 'search-results', role: 'listbox', 'aria-label': 'Results' });
  private readonly status = element('p', { role: 'status' });
  private readonly dialog = element('dialog', { class: 'search', 'aria-label': 'Search' });
  private selected = -1;

  constructor() {
    const close = element('button', { type: 'button', class: 'search-close' }, 'Close');
    const keys = element('p', { class: 'search-keys', 'aria-hidden': 'true' });
    keys.append(...['↑', '↓', ' to move, ', '↵', ' to open, ', 'Esc', ' to close'].map(keyOrText));
    this.dialog.append(element('div', { class: 'search-field' }, this.input, close), this.status, this.list, keys);
    document.body.append(this.dialog);
    close.addEventListener('click', () => this.dialog.close());
    this.dialog.addEventListener('click', ({ target }) => target === this.dialog && this.dialog.close());
    this.input.addEventListener('input', () => void this.update());
    this.input.addEventListener('keydown', (event) => this.onKey(event));
    this.list.addEventListener('click', () => this.dialog.close());
  }

  open(): void {
    if (this.dialog.open) return;
    this.dialog.showModal();
    this.input.select();
    void this.update();
  }

  private async update(): Promise<void> {
    const text = this.input.value.trim();
    const loading = (engine ??= loadEngine());
    if (text === '') return this.show([], `Try: ${EXAMPLES.join(', ')}`);
    this.status.textContent ||= 'Loading the index…';
    try {
      const { find, excerptOf } = await loading;
      if (text !== this.input.value.trim()) return;
      const results = find(text);
      const count = results.length === 1 ? '1 result' : `${results.length} results`;
      const none = `No results for “${text}”. Try fewer or other words.`;
      this.show(
        results.map((result, index) => option(result, excerptOf, index)),
        results.length > 0 ? count : none,
      );
    } catch {
      engine = undefined;
      this.show([], 'The search index could not be loaded. Check the connection, then type again.');
    }
  }

  private show(options: readonly HTMLElement[], status: string): void {
    this.list.replaceChildren(...options);
    this.list.hidden = options.length === 0;
    this.status.textContent = status;
    this.input.setAttribute('aria-expanded', String(options.length > 0));
    this.select(options.length > 0 ? 0 : -1);
  }

  private select(index: number): void {
    const options = [...this.list.querySelectorAll('a')];
    this.selected = index;
    options.forEach((each, at) => each.setAttribute('aria-selected', String(at === index)));
    const chosen = options[index];
    if (chosen) this.input.setAttribute('aria-activedescendant', chosen.id);
    else this.input.removeAttribute('aria-activedescendant');
    chosen?.scrollIntoView({ block: 'nearest' });
  }

  private onKey(event: KeyboardEvent): void {
    const count = this.list.children.length;
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && count > 0) {
      event.preventDefault();
      this.select((this.selected + step + count) % count);
    }
    // A search field would only clear its text.
    if (event.key === 'Escape') {
      event.preventDefault();
      this.dialog.close();
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      this.list.querySelectorAll('a')[this.selected]?.click();
    }
  }
}

const keyOrText = (text: string): Node | string => (text.includes(' ') ? text : element('kbd', {}, text));

/** A result: its kind, page and section, and a part of its text with the words that match. */
function option(result: SearchResult, excerptOf: Engine['excerptOf'], index: number): HTMLElement {
  const { id, page, section, kind, text, matches } = result;
  const title = section === '' ? [page] : [page, element('span', { class: 'search-section' }, ` › ${section}`)];
  const excerpt = excerptOf(text, matches).map(({ text: piece, marked }) =>
    marked ? element('mark', {}, piece) : piece,
  );
  // The field keeps the focus, so results are not stops of the Tab key.
  const link = element(
    'a',
    { ...{ id: `search-result-${index}`, role: 'option', 'aria-selected': 'false' }, href: id, tabindex: '-1' },
    element('span', { class: 'search-kind' }, kind),
    element('strong', {}, ...title),
    element('span', { class: 'search-excerpt' }, ...excerpt),
  );
  return element('li', { role: 'presentation' }, link);
}

/** Whether the key is typed into a field, where `/` is a character. */
const isTyping = ({ target }: Event): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

const isShortcut = (event: KeyboardEvent): boolean =>
  event.key === '/'
    ? !isTyping(event) && !event.ctrlKey && !event.metaKey && !event.altKey
    : event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);

/** Opens the search with its button, `/` or Ctrl K. */
export function wireSearch(): void {
  const button = document.querySelector<HTMLButtonElement>('button.search-open');
  if (!button) return;
  let dialog: SearchDialog | undefined;
  const open = () => (dialog ??= new SearchDialog()).open();
  button.addEventListener('click', open);
  document.addEventListener('keydown', (event) => {
    if (!isShortcut(event)) return;
    event.preventDefault();
    open();
  });
}
