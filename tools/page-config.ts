/*
 * How Vite builds each set of pages. What the first load runs is one script, and code that later pages share is bundled by kind of page:
 * a request costs more than a few kilobytes that one page does not need.
 */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What every page is served with: the icon, the colour scheme, and what shows until the scripts run. */
const PAGE = new URL('../libs/ui/page/', import.meta.url);

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

const part = (file: string): string => readFileSync(new URL(file, PAGE), 'utf8');
const bars = (count: number): string => '<i></i>'.repeat(count);

const HEAD = `<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Billhook</title>
    <link rel="icon" type="image/svg+xml" href="/favicon.svg" />`;

/** With navigation and header, or a plain column. */
const SKELETONS = {
  frame: `<header>${bars(1)}</header><nav>${bars(8)}</nav><section>${bars(7)}</section>`,
  plain: `<section>${bars(6)}</section>`,
} as const;

/** The folder of the files that pages load as they are. */
export const PAGE_FILES = fileURLToPath(new URL('static/', PAGE));

/** Fills in what all `index.html` share: `<!-- page:head -->` and `<!-- page:skeleton -->`. */
export function pageFrame(skeleton: keyof typeof SKELETONS) {
  const style = `<style>\n${part('skeleton.css')}${part(`skeleton-${skeleton}.css`)}</style>`;
  // Not a module: it has to run before the first paint, so that a dark page never flashes white.
  const head = `${HEAD}\n    ${style}\n    <script src="/colour-scheme.js"></script>`;
  const body = `<div class="boot" role="status"><span class="boot-words">Loading… Chargement…</span>${SKELETONS[skeleton]}</div>`;
  return {
    name: 'billhook-page',
    transformIndexHtml: {
      order: 'pre' as const,
      handler: (html: string) => html.replace('<!-- page:head -->', head).replace('<!-- page:skeleton -->', body),
    },
  };
}
