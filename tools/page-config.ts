/*
 * How Vite builds each set of pages. What the first load runs is one script, and code that later pages share is bundled by kind of page:
 * a request costs more than a few kilobytes that one page does not need.
 */

/** Modules that, with all they import, go into one script. */
export interface PageBundle {
  readonly name: string;
  readonly test: RegExp;
}

/** What is shared by pages and in no bundle, grouped by the pages that share it: groups below this size are merged. */
const SMALLEST_CHUNK_BYTES = 10_000;

/** @param bundles the first one takes what several name */
export function pageBuild(bundles: readonly PageBundle[] = []) {
  const ranked = bundles.map(({ name, test }, index) => ({ name, test, priority: 10 + bundles.length - index }));
  const shared = { entriesAware: true, entriesAwareMergeThreshold: SMALLEST_CHUNK_BYTES, minShareCount: 2 };
  return {
    outDir: 'dist',
    // The strict content security policy takes no data: scripts or fonts; small pictures stay files of their own too.
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'main', tags: ['$initial' as const], priority: 100 },
            ...ranked,
            { name: 'shared', ...shared },
          ],
        },
      },
    },
  };
}
