import { dirname } from 'node:path/posix';

/** The files of a folder that are in none of its folders. */
const OWN = 'its own files';

/**
 * Finds folders that import each other. For each import, it compares the two folders below the last one that both files share: if
 * `a/b/c.ts` imports `a/d/e/f.ts`, then `b` imports `d`. The files directly in a folder count as one more folder of it.
 * @param imports pairs of paths from the root: the importing file, and the file that it imports
 * @returns a line for each group, with one import for each pair of folders in it; empty if all imports point downwards
 */
export function folderCycles(imports) {
  return [...importsByParent(imports)].flatMap(([parent, graph]) =>
    groupsOf(graph).map((group) => {
      const between = group.flatMap((from) =>
        [...graph.get(from)].filter(([to]) => group.includes(to)).map(([, [file, target]]) => `  ${file} → ${target}`),
      );
      return [`${parent}: ${group.toSorted().join(', ')}`, ...between].join('\n');
    }),
  );
}

/** For each parent: its folders, and one import for each pair. */
function importsByParent(imports) {
  const parents = new Map();
  for (const [file, target] of imports) {
    const [from, to] = [dirname(file).split('/'), dirname(target).split('/')];
    const shared = from.findIndex((name, index) => name !== to[index]);
    const depth = shared === -1 ? from.length : shared;
    const [one, other] = [from[depth] ?? OWN, to[depth] ?? OWN];
    if (one === other) continue;
    const parent = from.slice(0, depth).join('/');
    const graph = parents.get(parent) ?? new Map();
    parents.set(parent, graph);
    for (const name of [one, other]) if (!graph.has(name)) graph.set(name, new Map());
    if (!graph.get(one).has(other)) graph.get(one).set(other, [file, target]);
  }
  return parents;
}

/** The groups of folders of which each reaches all others. */
function groupsOf(graph) {
  const reached = new Map([...graph.keys()].map((name) => [name, reachedFrom(graph, name)]));
  const left = new Set(graph.keys());
  const groups = [];
  for (const name of graph.keys()) {
    const group = [...left].filter((other) => reached.get(name).has(other) && reached.get(other).has(name));
    for (const member of group) left.delete(member);
    if (group.length > 1) groups.push(group);
  }
  return groups;
}

function reachedFrom(graph, start) {
  const found = new Set();
  const open = [start];
  for (let name = open.pop(); name !== undefined; name = open.pop())
    for (const next of graph.get(name).keys())
      if (!found.has(next)) {
        found.add(next);
        open.push(next);
      }
  return found;
}
