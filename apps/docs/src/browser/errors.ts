/** The index of the error catalogue: the filter, and the redirect from an old address (`#key_revoked`) to the page of the code. */

const items = [...document.querySelectorAll<HTMLElement>('.errors > li[data-words]')];

/** The `type` of a problem used to contain the code as an anchor. */
function openOldAddress(): void {
  const code = decodeURIComponent(location.hash.slice(1));
  const link = items.find(({ id }) => id === code)?.querySelector('a');
  if (link) location.replace(link.href);
}

/** The section of a list: its heading and the text between them. */
function sectionOf(list: Element): readonly HTMLElement[] {
  const parts: HTMLElement[] = [];
  for (let at: Element | null = list; at instanceof HTMLElement; at = at.previousElementSibling) {
    parts.push(at);
    if (at.matches('h2')) break;
  }
  return parts;
}

function addFilter(): void {
  const lists = [...new Set(items.map((item) => item.parentElement))].filter((list) => list !== null);
  const [first] = lists;
  const heading = first && sectionOf(first).at(-1);
  if (!heading) return;

  const form = document.createElement('form');
  form.className = 'filter';
  form.setAttribute('role', 'search');
  const label = document.createElement('label');
  label.htmlFor = 'error-filter';
  label.textContent = 'Find an error';
  const input = document.createElement('input');
  input.id = 'error-filter';
  input.type = 'search';
  input.placeholder = 'Code, status or words';
  input.autocomplete = 'off';
  input.spellcheck = false;
  const message = document.createElement('p');
  message.setAttribute('role', 'status');
  form.append(label, input, message);
  heading.before(form);

  const shown = () => items.filter((item) => !item.hidden);
  const filter = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const item of items) item.hidden = !words.every((word) => item.dataset['words']?.includes(word));
    for (const list of lists) {
      const empty = !shown().some((item) => item.parentElement === list);
      for (const part of sectionOf(list)) part.hidden = empty;
    }
    const count = shown().length;
    message.textContent =
      words.length === 0 ? `${count} codes` : count === 1 ? '1 code' : `${count} codes of ${items.length}`;
  };
  input.addEventListener('input', filter);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const [only, second] = shown();
    if (only && !second) only.querySelector('a')?.click();
  });
  input.value = new URLSearchParams(location.search).get('q') ?? '';
  filter();
}

openOldAddress();
addEventListener('hashchange', openOldAddress);
addFilter();
