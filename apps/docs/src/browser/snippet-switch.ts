/** Shows one language of the snippets of a page, and remembers the choice for other pages. */

const CHOICE_KEY = 'billhook-snippet-language';

const stored = (): string | null => {
  try {
    return localStorage.getItem(CHOICE_KEY);
  } catch {
    return null;
  }
};

function remember(language: string): void {
  try {
    localStorage.setItem(CHOICE_KEY, language);
  } catch {
    // Without storage the choice lasts for this page.
  }
}

function addSwitch(box: HTMLElement): void {
  const figures = [...box.querySelectorAll<HTMLElement>('figure.code')];
  const languages = figures.map((figure) => figure.querySelector('figcaption')?.textContent ?? '');
  const buttons = languages.map((language) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = language;
    button.addEventListener('click', () => {
      remember(language);
      show(language);
    });
    return button;
  });
  const show = (chosen: string) => {
    figures.forEach((figure, index) => (figure.hidden = languages[index] !== chosen));
    for (const button of buttons) button.setAttribute('aria-pressed', String(button.textContent === chosen));
  };
  const group = document.createElement('div');
  group.className = 'snippet-languages';
  group.setAttribute('role', 'group');
  group.setAttribute('aria-label', 'Language of the snippet');
  group.append(...buttons);
  box.prepend(group);
  box.classList.add('switched');
  const first = languages[0] ?? '';
  const choice = stored();
  show(choice !== null && languages.includes(choice) ? choice : first);
}

for (const box of document.querySelectorAll<HTMLElement>('.snippets')) addSwitch(box);
