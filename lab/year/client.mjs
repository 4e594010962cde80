import { Fault } from '../../tools/lib/say.mjs';

/** Calls the API with a key, like an integration. Every error ends the simulated year, because none is expected. */
export function client(baseUrl, key) {
  const api = {
    calls: 0,
    async call(method, path, body) {
      api.calls += 1;
      const response = await fetch(baseUrl + path, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      const text = await response.text();
      if (!response.ok) throw new Fault(`${method} ${path} responded with ${response.status}: ${text}`);
      return text === '' ? undefined : JSON.parse(text);
    },
    get: (path) => api.call('GET', path),
    post: (path, body = {}) => api.call('POST', path, body),
    /** All records of a list, page by page. */
    async all(path) {
      const rows = [];
      let cursor;
      do {
        const query = `limit=100${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`;
        const { data, page } = await api.get(`${path}?${query}`);
        rows.push(...data);
        cursor = page.nextCursor;
      } while (cursor);
      return rows;
    },
  };
  return api;
}
