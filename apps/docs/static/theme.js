// Runs before the first paint, so that a chosen theme does not flash. Swagger UI follows the class, our own styles the attribute.
// The key is the one that the settings use: one choice holds on both.
(() => {
  const root = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    let choice = null;
    try {
      choice = localStorage.getItem('billhook-colour-scheme');
    } catch {
      // Storage may be switched off; the system's choice holds then.
    }
    const fixed = choice === 'light' || choice === 'dark';
    root.dataset.theme = fixed ? choice : 'auto';
    root.classList.toggle('dark-mode', fixed ? choice === 'dark' : system.matches);
  };
  apply();
  system.addEventListener('change', apply);
  addEventListener('storage', apply);
  addEventListener('billhook:theme', apply);
})();
