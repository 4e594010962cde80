// Runs before the first paint, otherwise a dark page flashes white. A separate file, because the policy allows no inline script.
(function () {
  let wanted = null;
  try {
    wanted = localStorage.getItem('billhook-colour-scheme');
  } catch {
    wanted = null;
  }
  const dark = wanted === 'dark' || (wanted !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
