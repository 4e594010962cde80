/**
 * The URL of a server for people, such as that of a database, without its password, which may also be a parameter. Its folder of a socket stays encoded, because
 * clients accept no other form.
 * @param url checked as a setting
 */
export function withoutPassword(url: string): string {
  const shown = new URL(url);
  shown.password = '';
  // Only if it is there: otherwise the rest of the query would be encoded again.
  if (shown.searchParams.has('password')) shown.searchParams.delete('password');
  return shown.href;
}
