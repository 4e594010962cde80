import { freePort, until } from './stack.mjs';

/**
 * Starts a server that the product is compared with, on a free port, and waits until it responds. While two commits are compared
 * (`--against`), it starts nothing: a floor of this tree may need tables that the other commit lacks.
 * @param script its program, which gets the port and then `args`
 * @param options `settings` for its environment, `headers` without which it rejects a request, and the `postgres` that it uses
 * @returns `pid` and `port`, if it was started; `cases(name, load, more)`, which are none without the server; and `end()`
 */
export async function startFloor(stack, script, args = [], { settings = {}, headers, postgres } = {}) {
  if (stack.isAgainst) return { cases: () => ({}), end: async () => {} };
  const port = await freePort();
  const { pid, end } = stack.start(script, settings, String(port), ...args.map(String));
  await until(async () => {
    const response = await fetch(`http://127.0.0.1:${port}/`, { headers });
    return headers ? response.ok : response.status > 0;
  });
  const pids = { floor: pid, postgres: postgres ?? stack.postgresPid };
  const cases = (name, load, { pids: others, ...more } = {}) => ({
    [name]: { load: { path: '/', ...load, port }, pids: { ...pids, ...others }, ...more },
  });
  return { pid, port, cases, end };
}
