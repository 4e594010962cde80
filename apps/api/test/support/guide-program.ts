import { readFile, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * A program of a guide, as it is imported after its types are removed.
 * @param title of its block, such as `copy-to-queue.ts`
 * @param folder where it is written
 */
export async function guideProgram<Exports>(guide: string, title: string, folder: string): Promise<Exports> {
  const text = await readFile(new URL(`../../../docs/guides/${guide}.md`, import.meta.url), 'utf8');
  const [, block] = new RegExp(`\`\`\`ts title="${title}"\\n([^]*?)\`\`\``).exec(text) ?? [];
  if (block === undefined) throw new Error(`${guide}.md has no program ${title}`);
  const file = join(folder, title.replace(/ts$/, 'mjs'));
  await writeFile(file, stripTypeScriptTypes(block));
  return (await import(pathToFileURL(file).href)) as Exports;
}
