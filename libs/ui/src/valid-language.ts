/*
 * For packages that format numbers in the language of the browser as soon as they are loaded: import it where they are loaded lazily. A browser that runs without a locale reports one
 * that `Intl` rejects, "en-US@posix", and the page would fail.
 */
try {
  Intl.getCanonicalLocales(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en' });
}
