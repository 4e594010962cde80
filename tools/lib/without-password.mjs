/**
 * The URL of a database for people, without its password, which may also be a parameter.
 * @param url checked as a setting
 */
export function withoutPassword(url) {
  const shown = new URL(url);
  shown.password = '';
  // Only if it is there: otherwise the rest of the query would be encoded again.
  if (shown.searchParams.has('password')) shown.searchParams.delete('password');
  return decodeURIComponent(shown.href);
}
