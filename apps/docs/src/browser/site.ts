import { copyText } from './copy-text.js';
import { fillOrigin } from './own-origin.js';
import { wireSearch } from './search-dialog.js';

/** The script of every page: copy buttons, theme, the menu on small screens, the search, the current section. */

const COPIED_MS = 2000;
const THEME_KEY = 'billhook-colour-scheme';
const THEMES = ['auto', 'light', 'dark'] as const;
const THEME_NAMES = { auto: 'Auto', light: 'Light', dark: 'Dark' } as const;

function addCopyButtons(): void {
  for (const figure of document.querySelectorAll<HTMLElement>('figure.code')) {
    const code = figure.querySelector('pre');
    if (!code) continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.setAttribute('aria-live', 'polite');
    button.addEventListener('click', () => {
      void copyText(code.textContent).then((done) => {
        button.textContent = done ? 'Copied' : 'Select and copy';
        setTimeout(() => (button.textContent = 'Copy'), COPIED_MS);
      });
    });
    figure.append(button);
  }
}

function theme(): (typeof THEMES)[number] {
  return THEMES.find((name) => name === document.documentElement.dataset['theme']) ?? 'auto';
}

function wireTheme(): void {
  const button = document.querySelector<HTMLButtonElement>('button.theme');
  if (!button) return;
  const show = () => {
    button.textContent = THEME_NAMES[theme()];
    button.setAttribute('aria-label', `Theme: ${THEME_NAMES[theme()]}`);
  };
  show();
  button.addEventListener('click', () => {
    const next = THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length] ?? 'auto';
    try {
      localStorage.setItem(THEME_KEY, next);
    } catch {
      return;
    }
    dispatchEvent(new Event('billhook:theme'));
    show();
  });
}

function wireMenu(): void {
  const button = document.querySelector<HTMLButtonElement>('button.menu');
  const sidebar = document.querySelector<HTMLElement>('#sidebar');
  if (!button || !sidebar) return;
  const set = (open: boolean) => {
    sidebar.classList.toggle('open', open);
    button.setAttribute('aria-expanded', String(open));
  };
  button.addEventListener('click', () => set(!sidebar.classList.contains('open')));
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !sidebar.classList.contains('open')) return;
    set(false);
    button.focus();
  });
}

/** The table of contents is open beside the text, and folded above the text on small screens. */
function wireContents(): void {
  const details = document.querySelector<HTMLDetailsElement>('.toc details');
  if (!details) return;
  const besideText = matchMedia('(min-width: 75.01rem)');
  const follow = () => (details.open = besideText.matches);
  follow();
  besideText.addEventListener('change', follow);
}

/** The link of the section at the top of the window carries `aria-current`, and scrolls into view in a long list. */
function markSection(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.toc a')];
  const sections = links.flatMap((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))) ?? []);
  if (sections.length === 0) return;
  const mark = () => {
    const passed = sections.filter(({ hidden }) => !hidden).filter(isPassed);
    const current = passed.at(-1)?.id;
    for (const link of links) {
      const here = link.hash === `#${current ?? ''}`;
      if (here && !link.hasAttribute('aria-current')) scrollIntoList(link, '.toc');
      link.toggleAttribute('aria-current', here);
      if (here) link.setAttribute('aria-current', 'true');
    }
  };
  addEventListener('scroll', mark, { passive: true });
  mark();
}

const isPassed = (section: HTMLElement): boolean => section.getBoundingClientRect().top < innerHeight / 4;

/** Scrolls only the list: `scrollIntoView` would also scroll the page. */
function scrollIntoList(link: HTMLElement, selector: string): void {
  const list = link.closest<HTMLElement>(selector);
  if (!list || list.scrollHeight <= list.clientHeight) return;
  const offset = link.getBoundingClientRect().top - list.getBoundingClientRect().top;
  if (offset < 0 || offset > list.clientHeight - 40) list.scrollTop += offset - list.clientHeight / 2;
}

/** The sidebar is longer than most windows: shows the link of this page. */
function showPageInSidebar(): void {
  const link = document.querySelector<HTMLElement>('.sidebar [aria-current]');
  if (link) scrollIntoList(link, '.sidebar');
}

/** A link to an entry opens the `details` around it. */
function openTarget(): void {
  const target = location.hash ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
  target?.closest('details')?.setAttribute('open', '');
}

fillOrigin();
addCopyButtons();
wireTheme();
wireMenu();
wireSearch();
wireContents();
markSection();
showPageInSidebar();
openTarget();
addEventListener('hashchange', openTarget);
