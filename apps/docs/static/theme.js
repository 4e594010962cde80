// Runs before the first paint, so that the page does not flash. Swagger UI uses the class, our own styles the attribute.
// The settings use the same storage key, so the choice applies to both.
(() => {
  const root = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    let choice = null;
    try {
      choice = localStorage.getItem('billhook-colour-scheme');
    } catch {
      // Storage may be disabled. The system setting applies then.
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
